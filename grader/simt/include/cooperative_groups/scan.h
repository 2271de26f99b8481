// Prefix sums and their kin over a tile of cooperative groups.
#pragma once

#include <cooperative_groups/reduce.h>

#define SIMT_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cooperative_groups {

template <unsigned int Size, class Parent, class T, class Operation>
T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, const Operation& operation,
                 SIMT_SITE) {
  for (unsigned int distance = 1; distance < Size; distance *= 2) {
    const T before = tile.shfl_up(value, distance, file, line);
    if (tile.thread_rank() >= distance) value = operation(before, value);
  }
  return value;
}
template <unsigned int Size, class Parent, class T>
T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, SIMT_SITE) {
  return inclusive_scan(tile, value, plus<T>{}, file, line);
}

/// The first rank's result is T{}, as in CUDA.
template <unsigned int Size, class Parent, class T, class Operation>
T exclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, const Operation& operation,
                 SIMT_SITE) {
  const T before = tile.shfl_up(inclusive_scan(tile, value, operation, file, line), 1, file, line);
  return tile.thread_rank() == 0 ? T{} : before;
}
template <unsigned int Size, class Parent, class T>
T exclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, SIMT_SITE) {
  return exclusive_scan(tile, value, plus<T>{}, file, line);
}

}  // namespace cooperative_groups

#undef SIMT_SITE
