#include "sandbox/child.hpp"

#include <fcntl.h>
#include <grp.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "sandbox/numbers.hpp"
#include "sandbox/status_channel.hpp"

namespace mergelab::sandbox {
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
    if (::setrlimit(static_cast<__rlimit_resource_t>(limit.resource), &limit.value) != 0) {
      give_up(kErrors, Step::limits);
    }
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
  if (plan.filter.len != 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &plan.filter, 0, 0) != 0) {
    give_up(kErrors, Step::filter);
  }

  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(plan.program, plan.argv.data(), plan.env.data());
  give_up(kErrors, Step::program);
}

}  // namespace mergelab::sandbox
