#include "sandbox/child.hpp"

#include <fcntl.h>
#include <grp.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <system_error>

#include "sandbox/spawn.hpp"
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
  if (::lchown(path.c_str(), command_user(), command_user()) != 0) {
    throw std::system_error(errno, std::generic_category(), "can't hand over '" + path.string() + "'");
  }
}

}  // namespace

uid_t command_user() { return kFirst + static_cast<uid_t>(::getpid()) % kCount; }

void hand_over(const fs::path& folder) {
  hand_over_one(folder);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    hand_over_one(entry.path());
}

namespace {

constexpr double kGraceS = 1.5;  // between the CPU limit and its backstop

rlim_t cpu_backstop(double used_s, double more_s) {
  return more_s > 0 ? static_cast<rlim_t>(std::ceil(used_s + more_s + kGraceS)) : RLIM_INFINITY;
}

/// Root without CAP_SYS_RESOURCE, as in most containers, sets limits only of processes that have its own
/// user: so a child takes the command's.
void set_limit_as(const Spawned& spawned, const rlimit& value) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(change_user(spawned.user) && ::prlimit(spawned.main, RLIMIT_CPU, &value, nullptr) == 0 ? 0 : 1);
  }
  while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

ResourceLimit resource_limit(int resource, rlim_t wanted, bool hard) {
  rlimit now{};
  ::getrlimit(static_cast<__rlimit_resource_t>(resource), &now);
  const rlim_t soft = std::min(wanted, now.rlim_max);
  return {resource, {soft, hard ? soft : now.rlim_max}};
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
  if (limits.address_space_bytes > 0) {
    all.push_back(resource_limit(RLIMIT_AS, static_cast<rlim_t>(limits.address_space_bytes)));
  }
  return all;
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
