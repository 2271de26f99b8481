#include "sandbox/resource_limits.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "sandbox/child.hpp"
#include "sandbox/spawn.hpp"

namespace mergelab::sandbox {
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

}  // namespace mergelab::sandbox
