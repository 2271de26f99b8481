#include "sandbox/spawn.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <system_error>

#include "sandbox/find_program.hpp"
#include "sandbox/stragglers.hpp"

namespace mergelab::sandbox {
namespace {

constexpr int kChannel = 3;      // what the command sees
constexpr int kErrors = 4;       // closed by exec
constexpr int kFirstOurs = 16;   // ours lie above those that the child sets up, so that dup2 overwrites none
constexpr double kGraceS = 1.5;  // between the CPU limit and its backstop

[[noreturn]] void fail(int error, const std::string& what) {
  throw std::system_error(error, std::generic_category(), what);
}

Descriptor move_up(int number, bool keep_original = false) {
  Descriptor moved(::fcntl(number, F_DUPFD_CLOEXEC, kFirstOurs));
  const int error = errno;
  if (!keep_original) ::close(number);
  if (moved.get() < 0) fail(error, "can't prepare a descriptor for a command");
  return moved;
}

std::array<Descriptor, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail(errno, "can't make a pipe for a command");
  Descriptor reader(ends[0]);
  Descriptor writer = move_up(ends[1]);
  return {std::move(reader), std::move(writer)};
}

struct ResourceLimit {
  int resource = 0;
  rlimit value{};
};

/// No limit is above what this process may set.
ResourceLimit resource_limit(int resource, rlim_t wanted, bool hard = true) {
  rlimit now{};
  ::getrlimit(static_cast<__rlimit_resource_t>(resource), &now);
  const rlim_t soft = std::min(wanted, now.rlim_max);
  return {resource, {soft, hard ? soft : now.rlim_max}};
}

rlim_t cpu_backstop(double used_s, double more_s) {
  return more_s > 0 ? static_cast<rlim_t>(std::ceil(used_s + more_s + kGraceS)) : RLIM_INFINITY;
}

std::vector<ResourceLimit> resource_limits(const Limits& limits) {
  std::vector<ResourceLimit> all{
      resource_limit(RLIMIT_CORE, 0),
      resource_limit(RLIMIT_FSIZE,
                     limits.file_bytes > 0 ? static_cast<rlim_t>(limits.file_bytes) : RLIM_INFINITY),
      resource_limit(RLIMIT_NOFILE, static_cast<rlim_t>(limits.open_files)),
      resource_limit(RLIMIT_STACK, static_cast<rlim_t>(limits.stack_bytes)),
      // The soft limit alone: only root could raise a hard one again for renew().
      resource_limit(RLIMIT_CPU, cpu_backstop(0, limits.cpu_s), false),
  };
  if (limits.address_space_bytes > 0) {
    all.push_back(resource_limit(RLIMIT_AS, static_cast<rlim_t>(limits.address_space_bytes)));
  }
  return all;
}

/// What the child needs, made before the fork: after it, other threads' locks may be held for ever, so the
/// child neither allocates nor calls anything that isn't async-signal-safe.
struct Plan {
  const char* program = nullptr;
  const char* directory = nullptr;
  std::vector<char*> argv, env;
  std::vector<ResourceLimit> limits;
  int null = -1, output = -1, channel = -1, errors = -1;
  pid_t parent = -1;
};

enum class Step : int { descriptors, directory, limits, program };
struct Failure {
  Step step;
  int error;
};

[[noreturn]] void give_up(int errors, Step step) {
  const Failure failure{step, errno};
  static_cast<void>(!::write(errors, &failure, sizeof failure));
  ::_exit(127);
}

void prefer_for_out_of_memory_killer() {
  const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  static_cast<void>(!::write(file, "1000", 4));
  ::close(file);
}

void close_from(int first) {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  const int end = static_cast<int>(std::min<rlim_t>(files.rlim_cur, 1 << 20));
  for (int number = first; number < end; ++number) ::close(number);
}

void reset_signals() {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &action, nullptr);
}

[[noreturn]] void become(const Plan& plan) {
  reset_signals();
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (::getppid() != plan.parent) ::_exit(127);  // it died before the line above
  prefer_for_out_of_memory_killer();

  if (::dup2(plan.null, 0) < 0 || ::dup2(plan.output, 1) < 0 || ::dup2(plan.output, 2) < 0 ||
      ::dup3(plan.errors, kErrors, O_CLOEXEC) < 0) {
    give_up(plan.errors, Step::descriptors);
  }
  if (plan.channel < 0) {
    ::close(kChannel);
  } else if (::dup2(plan.channel, kChannel) < 0) {
    give_up(kErrors, Step::descriptors);
  }
  close_from(kErrors + 1);

  if (::chdir(plan.directory) != 0) give_up(kErrors, Step::directory);
  for (const ResourceLimit& limit : plan.limits) {
    if (::setrlimit(static_cast<__rlimit_resource_t>(limit.resource), &limit.value) != 0) {
      give_up(kErrors, Step::limits);
    }
  }
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);

  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(plan.program, plan.argv.data(), plan.env.data());
  give_up(kErrors, Step::program);
}

/// Forks with every signal blocked, so that no handler of ours runs in the child.
pid_t start(const Plan& plan) {
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const std::scoped_lock lock(running().mutex);
  const pid_t pid = ::fork();
  if (pid == 0) become(plan);
  const int error = errno;
  if (pid > 0) running().pids.insert(pid);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return pid;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

void check_started(pid_t pid, const Descriptor& errors, const Command& command,
                   const std::string& directory) {
  Failure failure{};
  ssize_t count = 0;
  do {
    count = ::read(errors.get(), &failure, sizeof failure);
  } while (count < 0 && errno == EINTR);
  if (count != sizeof failure) return;  // closed by exec
  ::waitpid(pid, nullptr, 0);
  {
    const std::scoped_lock lock(running().mutex);
    running().pids.erase(pid);
  }
  const std::string name = "'" + command.argv.front() + "'";
  switch (failure.step) {
    case Step::descriptors:
      fail(failure.error, "can't set up the descriptors of " + name);
    case Step::directory:
      fail(failure.error, "can't enter '" + directory + "' to start " + name);
    case Step::limits:
      fail(failure.error, "can't set the limits of " + name);
    case Step::program:
      fail(failure.error, "can't start " + name);
  }
}

}  // namespace

Spawned spawn(const Command& command) {
  if (command.argv.empty()) fail(EINVAL, "can't start a command without words");
  adopt_orphans();

  std::vector<std::string> argv = command.argv;
  std::vector<std::string> env;
  for (const auto& [name, value] : command.env) env.push_back(name + "=" + value);
  const auto path = command.env.find("PATH");
  const std::optional<std::string> program =
      find_program(argv.front(), path == command.env.end() ? std::string_view() : path->second);
  if (!program) fail(ENOENT, "can't start '" + argv.front() + "'");
  const std::string directory = command.directory.empty() ? "/" : command.directory.string();

  Descriptor null = move_up(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  auto [output_reader, output_writer] = make_pipe();
  auto [errors_reader, errors_writer] = make_pipe();
  const Descriptor channel = command.channel >= 0 ? move_up(command.channel, true) : Descriptor();
  ::fcntl(output_reader.get(), F_SETFL, O_NONBLOCK);

  Plan plan;
  plan.program = program->c_str();
  plan.directory = directory.c_str();
  plan.argv = pointers(argv);
  plan.env = pointers(env);
  plan.limits = resource_limits(command.limits);
  plan.null = null.get();
  plan.output = output_writer.get();
  plan.channel = channel.get();
  plan.errors = errors_writer.get();
  plan.parent = ::getpid();

  Spawned spawned;
  spawned.pid = start(plan);
  if (spawned.pid < 0) fail(errno, "can't start '" + argv.front() + "'");
  errors_writer.reset();
  check_started(spawned.pid, errors_reader, command, directory);
#ifdef SYS_pidfd_open
  spawned.pidfd = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, spawned.pid, 0)));
#endif
  spawned.output = std::move(output_reader);
  return spawned;
}

void set_cpu_backstop(pid_t pid, double used_s, double more_s) {
  rlimit value{};
  if (::prlimit(pid, RLIMIT_CPU, nullptr, &value) != 0) return;
  value.rlim_cur = std::min(cpu_backstop(used_s, more_s), value.rlim_max);
  ::prlimit(pid, RLIMIT_CPU, &value, nullptr);
}

}  // namespace mergelab::sandbox
