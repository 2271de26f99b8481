// Starts a command: everything between fork and exec, and nothing after it.
#pragma once

#include <sys/types.h>

#include "base/descriptor.hpp"
#include "sandbox/process.hpp"

namespace mergelab::sandbox {

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
