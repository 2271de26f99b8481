#include "app/processes/one_child.hpp"

#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "app/command_line/errors.hpp"

namespace mergelab::app {
namespace {

int code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status); }

}  // namespace

OneChild::OneChild() {
  sigset_t set{};
  ::sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGCHLD})
    ::sigaddset(&set, signal);
  signals_ = base::Descriptor(::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
  if (!signals_) throw std::system_error(errno, std::generic_category(), "signalfd");
  ::sigaddset(&set, SIGTTOU);  // a terminal can be put back from the background too
  ::sigprocmask(SIG_BLOCK, &set, &before_);
}

OneChild::~OneChild() {
  stop();
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

void OneChild::start(const std::function<int()>& work) {
  stop();
  std::fflush(nullptr);
  child_ = ::fork();
  if (child_ < 0) {
    child_ = 0;
    throw std::system_error(errno, std::generic_category(), "fork");
  }
  if (child_ > 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
  const int code = work();
  std::fflush(nullptr);
  ::_exit(code);
}

void OneChild::stop() {
  if (!is_running()) return;
  ::kill(child_, SIGKILL);
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  child_ = 0;
}

std::optional<int> OneChild::next_signal() const {
  signalfd_siginfo info{};
  if (::read(signals_.get(), &info, sizeof info) != sizeof info) return std::nullopt;
  return static_cast<int>(info.ssi_signo);
}

std::optional<int> OneChild::poll() {
  int status = 0;
  if (!is_running() || ::waitpid(child_, &status, WNOHANG) != child_) return std::nullopt;
  child_ = 0;
  return code_of(status);
}

}  // namespace mergelab::app
