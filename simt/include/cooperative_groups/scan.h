// Prefix sums and similar over a tile or some lanes of a warp.
#pragma once

#include <cooperative_groups/reduce.h>

SIMT_HOST_DEVICE_BEGIN

namespace cooperative_groups {

template <class Group, class T, class Operation>
T inclusive_scan(const Group& group, T value, const Operation& operation, SIMT_SITE) {
  if constexpr (Group::kTileSize > 32) {
    value = inclusive_scan(tiled_partition<32>(this_thread_block()), value, operation, site);
    T before = value;
    for (unsigned int rank = 31; rank + 1 < Group::kTileSize; rank += 32) {
      const T of_warp = group.shfl(value, rank, site);
      if (rank < group.thread_rank() / 32 * 32) before = rank == 31 ? of_warp : operation(before, of_warp);
    }
    return group.thread_rank() < 32 ? value : operation(before, value);
  } else {
    for (unsigned int distance = 1; distance < group.size(); distance *= 2) {
      const T before = group.shfl_up(value, distance, site);
      if (group.thread_rank() >= distance) value = operation(before, value);
    }
    return value;
  }
}
template <class Group, class T>
T inclusive_scan(const Group& group, T value, SIMT_SITE) {
  return inclusive_scan(group, value, plus<T>{}, site);
}

/// The first rank's result is T{}, as in CUDA.
template <class Group, class T, class Operation>
T exclusive_scan(const Group& group, T value, const Operation& operation, SIMT_SITE) {
  const T sum = inclusive_scan(group, value, operation, site);
  const unsigned int rank = group.thread_rank();
  const T before = group.shfl(sum, rank == 0 ? 0 : rank - 1, site);
  return rank == 0 ? T{} : before;
}
template <class Group, class T>
T exclusive_scan(const Group& group, T value, SIMT_SITE) {
  return exclusive_scan(group, value, plus<T>{}, site);
}

}  // namespace cooperative_groups

SIMT_HOST_DEVICE_END
