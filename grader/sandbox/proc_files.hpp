// What the kernel says of a process in /proc: who its parent is, and what it has used.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace mergelab::sandbox {

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

/// Whether PR_SET_NO_NEW_PRIVS holds for it. It is inherited and can't be taken back.
[[nodiscard]] bool has_no_new_privileges(pid_t pid);

/// The children of all its threads; also empty on kernels that don't list them.
[[nodiscard]] std::vector<pid_t> children_of(pid_t pid);

[[nodiscard]] std::vector<pid_t> all_processes();

}  // namespace mergelab::sandbox
