// Starts a command: everything between fork and exec, and nothing after it.
#pragma once

#include <linux/filter.h>
#include <sys/resource.h>

#include "sandbox/process.hpp"

namespace mergelab::sandbox {

// A user id that owns nothing, for commands that root starts.

/// By convention no account has it, and graders that run at once have different ones.
[[nodiscard]] uid_t command_user();

// The limits that the kernel itself holds a command to.

struct ResourceLimit {
  int resource = 0;
  rlimit value{};
};

/// No limit is above what this process may set.
[[nodiscard]] ResourceLimit resource_limit(int resource, rlim_t wanted, bool hard = true);

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

struct Spawned {
  pid_t pid = -1;           // our child: the command, or bubblewrap, which ends after it
  pid_t main = -1;          // the command
  uid_t user = 0;           // that it runs as; 0: ours
  base::Descriptor pidfd;   // readable when the process is dead; -1 on kernels without
  base::Descriptor output;  // the reading end of stdout and stderr, non-blocking
  std::optional<MemoryGroup> memory_group;
  MemoryControl memory_control = MemoryControl::none;
  base::Descriptor status;  // for mergelab-init's messages; -1 when the command is our child
  bool is_alone = false;    // whether the kernel refuses the command new processes
};

/// Throws std::system_error when the command can't be started. On return its program runs, and `running()`
/// holds its id until `reap`.
[[nodiscard]] Spawned spawn(const Command& command);

}  // namespace mergelab::sandbox
