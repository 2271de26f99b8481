#include "sandbox/usage.hpp"

#include <time.h>

#include <optional>

#include "sandbox/proc_files.hpp"
#include "sandbox/stragglers.hpp"

namespace mergelab::sandbox {

constexpr std::size_t kMostDescendants = 256;  // looked at in one sample

std::vector<pid_t> descendants_of(pid_t pid) {
  std::vector<pid_t> all = children_of(pid);
  for (std::size_t i = 0; i < all.size() && all.size() < kMostDescendants; ++i) {
    const std::vector<pid_t> more = children_of(all[i]);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::vector<pid_t> counted_beside(const Spawned& spawned) {
  if (spawned.is_alone) return {};
  std::vector<pid_t> all = descendants_of(spawned.pid);
  for (const pid_t orphan : orphans_of(spawned)) {
    if (all.size() >= kMostDescendants) break;
    const std::vector<pid_t> below = descendants_of(orphan);
    all.push_back(orphan);
    all.insert(all.end(), below.begin(), below.end());
  }
  return all;
}

CpuUse cpu_use(const Spawned& spawned, const std::vector<pid_t>& descendants) {
  CpuUse use;
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(spawned.main, &clock) == 0 && ::clock_gettime(clock, &time) == 0) {
    use.seconds = static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }
  const auto look_at = [&](pid_t pid) {
    const std::optional<ProcStat> stat = read_stat(pid);
    if (stat && stat->state == 'R') use.is_ready = true;
    return stat.value_or(ProcStat());
  };
  const ProcStat first = look_at(spawned.is_alone ? spawned.main : spawned.pid);
  if (spawned.is_alone) return use;
  use.seconds += first.waited_cpu_s;
  for (const pid_t pid : descendants) {
    const ProcStat stat = look_at(pid);
    use.seconds += stat.waited_cpu_s;
    if (pid != spawned.main) use.seconds += stat.own_cpu_s;
  }
  return use;
}

}  // namespace mergelab::sandbox
