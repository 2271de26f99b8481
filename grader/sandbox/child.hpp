// Between fork and exec: sets up the process of a command.
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
  int memory_group = -1;            // the file that adds a writer to the group; -1: none
  std::vector<const char*> needed;  // paths that another user has to be able to read
  uid_t user = 0;                   // 0: the user of this process
  sock_fprog filter{};              // empty: no filter, or bubblewrap sets it
  pid_t parent = -1;
};

/// In the child of a fork: sets it up and executes the program. Reports a failure to `Plan::errors`.
[[noreturn]] void exec_child(const Plan& plan);

/// Gives up root irrevocably. Safe after a fork.
[[nodiscard]] bool change_user(uid_t user);

}  // namespace mergelab::sandbox
