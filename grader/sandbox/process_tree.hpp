// Processes as /proc shows them: what a command and everything below it use, and what it leaves behind.
#pragma once

#include <mutex>
#include <set>

#include "sandbox/spawn.hpp"

namespace mergelab::sandbox {

// What the kernel says of a process: who its parent is, and what it has used.

struct ProcStat {
  char state = '?';  // 'Z': dead, not yet reaped
  pid_t parent = 0;
  pid_t session = 0;
  double own_cpu_s = 0;     // in steps of a clock tick
  double waited_cpu_s = 0;  // of children that it has waited for
};

/// Empty when there is no such process any more.
[[nodiscard]] std::optional<ProcStat> read_stat(pid_t pid);

struct ProcMemory {
  std::int64_t resident_bytes = 0;
  std::int64_t peak_resident_bytes = 0;
  std::int64_t peak_address_space_bytes = 0;
};

/// Zeros when the process is dead or gone: a zombie has no memory.
[[nodiscard]] ProcMemory read_memory(pid_t pid);

/// How many processes the kernel has killed for lack of memory since the machine started, in control groups
/// too; empty on kernels that don't report it.
[[nodiscard]] std::optional<std::int64_t> out_of_memory_kills();

// Finds processes that outlived the command which started them, also those that left its group and session.
//
// Without namespaces a process can leave its group and session, but not its parentage: this process makes
// itself the parent of orphans (PR_SET_CHILD_SUBREAPER), so whatever a command leaves behind is a child of
// ours sooner or later. A child's id can't be reused before we reap it, so killing it is free of races.

/// The commands that run now. Held while one is started, so that it is never taken for a straggler.
struct Running {
  std::mutex mutex;
  std::set<pid_t> pids;
};
[[nodiscard]] Running& running();

/// Makes this process the parent of orphans, and keeps dead children until they are reaped. Once is enough.
void adopt_orphans();

/// Kills and reaps what is left of the command `leader`, whose process is dead: members of its session, and
/// orphans that belong to no running command. Gives up after a second, which only a fork bomb outlasts.
void end_stragglers(const Spawned& leader);

// What a running command and everything below it have used.

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
