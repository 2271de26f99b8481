#include "app/machine/children.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

#include <atomic>
#include <csignal>
#include <exception>
#include <system_error>
#include <thread>

#include "app/command_line/console.hpp"

namespace mergelab::app {
namespace {

[[noreturn]] void run_program(const std::filesystem::path& program, std::vector<char*>& words,
                              const std::filesystem::path& log, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kSignalled);  // it has ended meanwhile
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  const int in = ::open("/dev/null", O_RDONLY);
  if (out >= 0 && in >= 0 && ::dup2(in, 0) == 0 && ::dup2(out, 1) == 1 && ::dup2(out, 2) == 2)
    ::execv(program.c_str(), words.data());
  ::_exit(kSignalled - 1);
}

void require_started(int error, const std::vector<std::string>& command) {
  if (error != 0)
    throw EnvironmentError(fmt::format("{} can't be started: {}", command.front(), std::strerror(error)));
}

/// Waits for the child's end; its exit code, or 128 and the number of the signal that ended it.
int wait_for(pid_t child) {
  int status = 0;
  static_cast<void>(TEMP_FAILURE_RETRY(::waitpid(child, &status, 0)));
  return exit_code(status);
}

}  // namespace

std::vector<char*> argv_of(std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  return arguments;
}

int exit_code(int wait_status) {
  return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : kSignalled + WTERMSIG(wait_status);
}

Children::Children() {
  sigset_t set{};
  ::sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) ::sigaddset(&set, signal);
  signals_ = base::Descriptor(::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
  if (!signals_) throw std::system_error(errno, std::generic_category(), "signalfd");
  ::sigprocmask(SIG_BLOCK, &set, &before_);
}

Children::~Children() {
  stop_all();
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

pid_t Children::start(std::vector<std::string> words, const std::filesystem::path& log) {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  words.insert(words.begin(), program.string());
  std::vector<char*> arguments = argv_of(words);
  std::fflush(nullptr);
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
    run_program(program, arguments, log, parent);
  }
  running_.insert(child);
  return child;
}

void Children::stop(pid_t child) const { ::kill(child, SIGKILL); }

void Children::stop_all() {
  for (const pid_t child : running_) stop(child);
  for (const pid_t child : running_) wait_for(child);
  running_.clear();
}

std::optional<Children::Event> Children::ended() {
  for (const pid_t child : running_) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) != child) continue;
    running_.erase(child);
    return Event{child, exit_code(status), 0};
  }
  return std::nullopt;
}

Children::Event Children::wait(int most_ms) {
  pollfd ready{signals_.get(), POLLIN, 0};
  // A signal to all of the terminal's processes ends the children, too: it is looked at first.
  for (const int wait_ms : {0, most_ms}) {
    ::poll(&ready, 1, wait_ms);
    signalfd_siginfo info{};
    while (::read(signals_.get(), &info, sizeof info) == sizeof info) {
      if (info.ssi_signo != SIGCHLD) return {0, 0, static_cast<int>(info.ssi_signo)};
    }
    if (const std::optional<Event> event = ended()) return *event;
  }
  return {};
}

int run_lines(std::vector<std::string> command, const std::function<void(const std::string&)>& on_line) {
  const std::vector<char*> arguments = argv_of(command);
  std::array<int, 2> ends{};
  int error = ::pipe2(ends.data(), O_CLOEXEC) == 0 ? 0 : errno;
  pid_t child = 0;
  if (error == 0) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    error = ::posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), ::environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
  }
  require_started(error, command);

  std::FILE* stream = ::fdopen(ends[0], "r");
  char* line = nullptr;
  std::size_t size = 0;
  for (ssize_t length = 0; (length = ::getline(&line, &size, stream)) >= 0;) {
    std::string text(line, static_cast<std::size_t>(length));
    if (text.ends_with('\n')) text.pop_back();
    on_line(text);
  }
  std::free(line);
  std::fclose(stream);
  return wait_for(child);
}

int run_in_foreground(std::vector<std::string> command) {
  const std::vector<char*> arguments = argv_of(command);
  std::fflush(stdout);
  const auto before = std::signal(SIGINT, SIG_IGN);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t interrupt;
  ::sigemptyset(&interrupt);
  ::sigaddset(&interrupt, SIGINT);
  ::posix_spawnattr_setsigdefault(&attributes, &interrupt);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  const int error =
      ::posix_spawnp(&child, arguments.front(), nullptr, &attributes, arguments.data(), ::environ);
  ::posix_spawnattr_destroy(&attributes);
  const int code = error == 0 ? wait_for(child) : 0;
  std::signal(SIGINT, before);
  require_started(error, command);
  return code;
}

void for_each_index(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& task) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        task(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
  };
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 1; i < jobs; ++i) workers.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace mergelab::app
