// Starts a command: everything between fork and exec, and nothing after it.
#pragma once

#include <sys/types.h>

#include "sandbox/descriptor.hpp"
#include "sandbox/process.hpp"

namespace mergelab::sandbox {

struct Spawned {
  pid_t pid = -1;
  Descriptor pidfd;   // readable when the process is dead; -1 on kernels without
  Descriptor output;  // the reading end of stdout and stderr, non-blocking
};

/// Throws std::system_error when the command can't be started. On return its program runs, and `running()`
/// holds its id until `reap`.
[[nodiscard]] Spawned spawn(const Command& command);

/// RLIMIT_CPU for a process that has used `used_s` and may use `more_s` (0: no limit). It lies a little past
/// the limit itself: it is for the case that nobody polls.
void set_cpu_backstop(pid_t pid, double used_s, double more_s);

}  // namespace mergelab::sandbox
