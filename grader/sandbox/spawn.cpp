#include "sandbox/spawn.hpp"

#include <fcntl.h>
#include <grp.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <system_error>

#include "sandbox/filter.hpp"
#include "sandbox/process_tree.hpp"
#include "sandbox/status_channel.hpp"

namespace mergelab::sandbox {
namespace {

namespace fs = std::filesystem;

// The range of service managers' users that exist only while something runs. It is below 65536, so containers
// that map no more ids also have it.
constexpr uid_t kFirst = 61184, kCount = 4336;

/// Readable for the other commands of the same grading, which have other users.
void hand_over_one(const fs::path& path) {
  if (!fs::is_symlink(fs::symlink_status(path))) {
    const fs::perms enter =
        fs::is_directory(path) ? fs::perms::group_exec | fs::perms::others_exec : fs::perms::none;
    fs::permissions(path, fs::perms::group_read | fs::perms::others_read | enter, fs::perm_options::add);
  }
  if (::lchown(path.c_str(), command_user(), command_user()) != 0)
    throw std::system_error(errno, std::generic_category(), "can't hand over '" + path.string() + "'");
}

/// Gives a folder and its contents to command_user(), so that a command can write there. Links are not
/// followed. Throws std::system_error.
void hand_over(const fs::path& folder) {
  hand_over_one(folder);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    hand_over_one(entry.path());
}

}  // namespace

uid_t command_user() { return kFirst + static_cast<uid_t>(::getpid()) % kCount; }

namespace {

constexpr double kGraceS = 1.5;  // between the CPU limit and its backstop

rlim_t cpu_backstop(double used_s, double more_s) {
  return more_s > 0 ? static_cast<rlim_t>(std::ceil(used_s + more_s + kGraceS)) : RLIM_INFINITY;
}

/// Root without CAP_SYS_RESOURCE, as in most containers, sets limits only of processes that have its own
/// user: so a child takes the command's.
void set_limit_as(const Spawned& spawned, const rlimit& value) {
  const pid_t child = ::fork();
  if (child == 0)
    ::_exit(change_user(spawned.user) && ::prlimit(spawned.main, RLIMIT_CPU, &value, nullptr) == 0 ? 0 : 1);
  if (child > 0) static_cast<void>(TEMP_FAILURE_RETRY(::waitpid(child, nullptr, 0)));
}

std::vector<ResourceLimit> resource_limits(const Limits& limits) {
  std::vector<ResourceLimit> all{
      resource_limit(RLIMIT_CORE, 0),
      resource_limit(RLIMIT_FSIZE,
                     limits.file_bytes > 0 ? static_cast<rlim_t>(limits.file_bytes) : RLIM_INFINITY),
      resource_limit(RLIMIT_NOFILE, static_cast<rlim_t>(limits.open_files)),
      resource_limit(RLIMIT_STACK, static_cast<rlim_t>(limits.stack_bytes)),
      // Only the soft limit: only root could raise a hard one again for renew().
      resource_limit(RLIMIT_CPU, cpu_backstop(0, limits.cpu_s), false),
  };
  if (limits.address_space_bytes > 0)
    all.push_back(resource_limit(RLIMIT_AS, static_cast<rlim_t>(limits.address_space_bytes)));
  return all;
}

}  // namespace

ResourceLimit resource_limit(int resource, rlim_t wanted, bool hard) {
  rlimit now{};
  ::getrlimit(static_cast<__rlimit_resource_t>(resource), &now);
  const rlim_t soft = std::min(wanted, now.rlim_max);
  return {resource, {soft, hard ? soft : now.rlim_max}};
}

void set_cpu_backstop(const Spawned& spawned, double used_s, double more_s) {
  rlimit value{};
  ::getrlimit(RLIMIT_CPU, &value);
  value.rlim_cur = std::min(cpu_backstop(used_s, more_s), value.rlim_max);
  const int result = ::prlimit(spawned.main, RLIMIT_CPU, &value, nullptr);
  if (result != 0 && errno == EPERM && spawned.user != 0) set_limit_as(spawned, value);
}

namespace {

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

void die_with_parent(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (::getppid() != parent) ::_exit(127);  // it died before the line above
}

void place(int ours, int number) {
  if (ours < 0) {
    ::close(number);
  } else if (::dup2(ours, number) < 0) {
    give_up(kErrors, Step::descriptors);
  }
}

}  // namespace

bool change_user(uid_t user) {
  return ::setgroups(0, nullptr) == 0 && ::setresgid(user, user, user) == 0 &&
         ::setresuid(user, user, user) == 0;
}

[[noreturn]] void exec_child(const Plan& plan) {
  reset_signals();
  ::setsid();
  // Bubblewrap ends with its parent by itself, once the process that it starts no longer waits for it. Killed
  // earlier, it would leave that process waiting for ever; until then mergelab-init ends with its parent.
  if (plan.status < 0) die_with_parent(plan.parent);
  prefer_for_out_of_memory_killer();

  if (::dup2(plan.null, 0) < 0 || ::dup2(plan.output, 1) < 0 || ::dup2(plan.output, 2) < 0 ||
      ::dup3(plan.errors, kErrors, O_CLOEXEC) < 0) {
    give_up(plan.errors, Step::descriptors);
  }
  if (plan.memory_group >= 0 && ::write(plan.memory_group, "0", 1) != 1) give_up(kErrors, Step::memory);
  place(plan.channel, kChannel);
  place(plan.lock_filter, kLockFilter);
  place(plan.status, kStatus);
  place(plan.common_filter, kCommonFilter);
  close_from(kCommonFilter + 1);

  for (const ResourceLimit& limit : plan.limits) {
    if (::setrlimit(static_cast<__rlimit_resource_t>(limit.resource), &limit.value) != 0)
      give_up(kErrors, Step::limits);
  }
  if (plan.user != 0) {
    if (!change_user(plan.user)) give_up(kErrors, Step::user);
    ::umask(022);
    die_with_parent(plan.parent);  // the change of user resets it
    for (const char* path : plan.needed) {
      if (::access(path, R_OK) != 0 && errno != ENOENT) give_up(kErrors, Step::reading);
    }
  }
  if (::chdir(plan.directory) != 0) give_up(kErrors, Step::directory);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (plan.filter.len != 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &plan.filter, 0, 0) != 0)
    give_up(kErrors, Step::filter);

  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(plan.program, plan.argv.data(), plan.env.data());
  give_up(kErrors, Step::program);
}

namespace {

constexpr rlim_t kMostProcesses = 512;  // of a user id that only our commands have

[[noreturn]] void fail(int error, const std::string& what) {
  throw std::system_error(error, std::generic_category(), what);
}

base::Descriptor move_up(int number, bool keep_original = false) {
  base::Descriptor moved(::fcntl(number, F_DUPFD_CLOEXEC, kFirstOurs));
  const int error = errno;
  if (!keep_original) ::close(number);
  if (!moved) fail(error, "can't prepare a descriptor for a command");
  return moved;
}

std::array<base::Descriptor, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail(errno, "can't create a pipe for a command");
  base::Descriptor reader(ends[0]);
  base::Descriptor writer = move_up(ends[1]);
  return {std::move(reader), std::move(writer)};
}

/// Forks with every signal blocked, so that no handler of ours runs in the child.
pid_t start(const Plan& plan) {
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const std::scoped_lock lock(running().mutex);
  const pid_t pid = ::fork();
  if (pid == 0) exec_child(plan);
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

[[noreturn]] void fail_to_start(const Failure& failure, const Command& command) {
  const std::map<Step, std::string> words{
      {Step::descriptors, "can't set up the descriptors of"},
      {Step::memory, "can't move into a separate control group:"},
      {Step::limits, "can't set the limits of"},
      {Step::user, "can't change the user of"},
      {Step::reading, "another user can't read the files for"},
      {Step::directory, "can't enter '" + command.directory.string() + "' to start"},
      {Step::filter, "can't filter the system calls of"},
      {Step::program, "can't start"}};
  fail(failure.error, words.at(failure.step) + " '" + command.argv.front() + "'");
}

/// The process is gone, or about to be.
void forget(const Spawned& spawned) {
  const pid_t pid = spawned.pid;
  ::kill(-pid, SIGKILL);
  siginfo_t info{};
  static_cast<void>(TEMP_FAILURE_RETRY(::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT)));
  end_stragglers(spawned);
  ::waitpid(pid, nullptr, 0);
  const std::scoped_lock lock(running().mutex);
  running().pids.erase(pid);
}

void check_started(const Spawned& spawned, const base::Descriptor& errors, const Command& command) {
  Failure failure{};
  const ssize_t count = TEMP_FAILURE_RETRY(::read(errors.get(), &failure, sizeof failure));
  if (count != sizeof failure) return;  // closed by exec
  forget(spawned);
  fail_to_start(failure, command);
}

bool has_ended(pid_t pid) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid;
}

/// Waits for the next status; empty when none will come. A killed bubblewrap leaves a process behind that
/// waits for it and keeps the channel open.
std::optional<ReceivedStatus> receive_next(const Spawned& spawned) {
  constexpr int kLookMs = 50;
  pollfd status{spawned.status.get(), POLLIN, 0};
  while (::poll(&status, 1, kLookMs) <= 0 && !has_ended(spawned.pid)) {
  }
  return receive_status(spawned.status.get());
}

/// Waits until the command itself runs below mergelab-init.
void check_running(Spawned& spawned, const Command& command) {
  while (const std::optional<ReceivedStatus> received = receive_next(spawned)) {
    if (received->status.what == Status::What::here) spawned.main = received->sender;
    if (received->status.what == Status::What::running) return;
    if (received->status.what == Status::What::failed) {
      forget(spawned);
      fail_to_start({received->status.step, received->status.error}, command);
    }
  }
  std::array<char, 1024> words{};  // of bubblewrap
  const ssize_t count = ::read(spawned.output.get(), words.data(), words.size());
  forget(spawned);
  std::string text(words.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  text.erase(text.find_last_not_of('\n') + 1);
  fail(EPERM, "can't isolate '" + command.argv.front() + "': " + (text.empty() ? "bwrap ended" : text));
}

Level level_of(const Command& command) {
  if (!command.confinement) return {};
  return command.confinement->level ? *command.confinement->level : isolation().level;
}

}  // namespace

Spawned spawn(const Command& command) {
  if (command.argv.empty()) fail(EINVAL, "can't start an empty command");
  const Level level = level_of(command);
  const bool namespaces = level.fence == Fence::namespaces;
  adopt_orphans();

  std::vector<std::string> env;
  for (const auto& [name, value] : command.env) env.push_back(name + "=" + value);
  const auto path = command.env.find("PATH");
  std::optional<std::string> program =
      find_program(command.argv.front(), path == command.env.end() ? std::string_view() : path->second);
  if (!program) fail(ENOENT, "can't start '" + command.argv.front() + "'");
  std::vector<std::string> argv = command.argv;
  if (namespaces) {
    argv = in_namespaces(command, *program, level.seccomp);
    program = argv.front();
  }
  const std::string directory = command.directory.empty() || namespaces ? "/" : command.directory.string();
  if (level.fence == Fence::user) {
    for (const std::filesystem::path& folder : command.confinement->writable) hand_over(folder);
  }

  base::Descriptor null = move_up(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  auto [output_reader, output_writer] = make_pipe();
  auto [errors_reader, errors_writer] = make_pipe();
  const base::Descriptor channel = command.channel >= 0 ? move_up(command.channel, true) : base::Descriptor();
  ::fcntl(output_reader.get(), F_SETFL, O_NONBLOCK);
  Spawned spawned;
  base::Descriptor status, lock, common;
  if (namespaces) {
    auto [ours, theirs] = make_status_channel();
    spawned.status = std::move(ours);
    status = move_up(::dup(theirs.get()));
  }
  if (command.limits.resident_bytes > 0) {
    spawned.memory_control = command.limits.control ? *command.limits.control : memory_control();
    spawned.memory_group = MemoryGroup::make(spawned.memory_control, command.limits.resident_bytes);
    if (!spawned.memory_group && spawned.memory_control != MemoryControl::polling)
      fail(EACCES, "can't create a control group for '" + command.argv.front() + "'");
  }
  spawned.is_alone = level.seccomp && command.locks_itself;
  if (spawned.is_alone) lock = move_up(reopen(lock_filter()).get(), true);
  if (level.seccomp && namespaces) common = move_up(reopen(common_filter()).get(), true);

  Plan plan;
  plan.program = program->c_str();
  plan.directory = directory.c_str();
  plan.argv = pointers(argv);
  plan.env = pointers(env);
  plan.limits = resource_limits(command.limits);
  plan.null = null.get();
  plan.output = output_writer.get();
  plan.errors = errors_writer.get();
  plan.channel = channel.get();
  plan.lock_filter = lock.get();
  plan.status = status.get();
  plan.common_filter = common.get();
  const base::Descriptor members =
      spawned.memory_group ? move_up(spawned.memory_group->members(), true) : base::Descriptor();
  plan.memory_group = members.get();
  if (level.fence == Fence::user) {
    plan.user = spawned.user = command_user();
    for (const auto* paths : {&command.confinement->readable, &command.confinement->writable}) {
      for (const std::filesystem::path& needed : *paths) plan.needed.push_back(needed.c_str());
    }
    plan.limits.push_back(resource_limit(RLIMIT_NPROC, kMostProcesses));
  }
  if (level.seccomp && !namespaces)
    plan.filter = {static_cast<unsigned short>(common_filter().instructions.size()),
                   const_cast<sock_filter*>(common_filter().instructions.data())};
  plan.parent = ::getpid();

  spawned.pid = start(plan);
  if (spawned.pid < 0) fail(errno, "can't start '" + command.argv.front() + "'");
  spawned.main = spawned.pid;
  spawned.output = std::move(output_reader);
  errors_writer.reset();
  status.reset();
  output_writer.reset();
  check_started(spawned, errors_reader, command);
  if (namespaces) check_running(spawned, command);
#ifdef SYS_pidfd_open
  spawned.pidfd = base::Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, spawned.pid, 0)));
#endif
  return spawned;
}

}  // namespace mergelab::sandbox
