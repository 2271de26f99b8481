// Between fork and exec: sets up the process of a command.
#pragma once

#include <linux/filter.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <filesystem>
#include <vector>

#include "sandbox/process.hpp"

namespace mergelab::sandbox {

// A user id that owns nothing, for commands that root starts.

/// By convention no account has it, and graders that run at once have different ones.
[[nodiscard]] uid_t command_user();

/// Gives a folder and its contents to command_user(), so that a command can write there. Links are not
/// followed. Throws std::system_error.
void hand_over(const std::filesystem::path& folder);

// The limits that the kernel itself holds a command to.

struct ResourceLimit {
  int resource = 0;
  rlimit value{};
};

/// No limit is above what this process may set.
[[nodiscard]] ResourceLimit resource_limit(int resource, rlim_t wanted, bool hard = true);

[[nodiscard]] std::vector<ResourceLimit> resource_limits(const Limits& limits);

struct Spawned;

/// RLIMIT_CPU for a command that has used `used_s` and may use `more_s` (0: no limit). It is a little past
/// the limit itself, in case no thread polls.
void set_cpu_backstop(const Spawned& spawned, double used_s, double more_s);

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
