// What a running command and everything below it have used.
#pragma once

#include <sys/types.h>

#include <vector>

#include "sandbox/spawn.hpp"

namespace mergelab::sandbox {

/// All below a process, up to a few hundred.
[[nodiscard]] std::vector<pid_t> descendants_of(pid_t pid);

/// What counts for a command besides our child: all below that, orphans_of(), and all below each of those.
/// Nothing if the command can't start a process.
[[nodiscard]] std::vector<pid_t> counted_beside(const Spawned& spawned);

struct CpuUse {
  /// The command's to the nanosecond; of descendants that still run, and those that were waited for, to a
  /// clock tick. A compiler's driver uses hardly any time itself, so its running children count.
  double seconds = 0;
  bool is_ready = false;  // one of the processes runs, or would if it got a processor
};
[[nodiscard]] CpuUse cpu_use(const Spawned& spawned, const std::vector<pid_t>& descendants);

}  // namespace mergelab::sandbox
