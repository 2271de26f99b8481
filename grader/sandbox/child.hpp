// Between fork and exec: the process of a command gets everything that it has and loses all else.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <vector>

#include "sandbox/resource_limits.hpp"

namespace mergelab::sandbox {

/// What the child needs, made before the fork: after it, other threads' locks may be held for ever, so the
/// child neither allocates nor calls anything that isn't async-signal-safe.
struct Plan {
  const char* program = nullptr;
  const char* directory = nullptr;
  std::vector<char*> argv, env;
  std::vector<ResourceLimit> limits;
  int null = -1, output = -1, errors = -1;
  int channel = -1, lock_filter = -1, status = -1, common_filter = -1;  // -1: closed in the child
  int memory_group = -1;            // where a member writes itself in; -1: nowhere
  std::vector<const char*> needed;  // what another user has to be able to read
  uid_t user = 0;                   // 0: as we are
  sock_fprog filter{};              // empty: none, or bubblewrap's task
  pid_t parent = -1;
};

/// In the child of a fork. Does not return; what fails is told to `Plan::errors`.
[[noreturn]] void become(const Plan& plan);

/// Gives up root for good. Safe after a fork.
[[nodiscard]] bool change_user(uid_t user);

}  // namespace mergelab::sandbox
