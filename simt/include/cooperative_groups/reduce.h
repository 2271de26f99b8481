// Reductions over a tile or some lanes of a warp; every thread gets the result.
#pragma once

#include <cooperative_groups.h>

SIMT_HOST_DEVICE_BEGIN

#define SIMT_OPERATION(NAME, RESULT)                                              \
  template <class T>                                                              \
  struct NAME {                                                                   \
    T operator()(const T& a, const T& b) const { return static_cast<T>(RESULT); } \
  };

namespace cooperative_groups {

SIMT_OPERATION(plus, a + b)
SIMT_OPERATION(less, b < a ? b : a)
SIMT_OPERATION(greater, a < b ? b : a)
SIMT_OPERATION(bit_and, a& b)
SIMT_OPERATION(bit_or, a | b)
SIMT_OPERATION(bit_xor, a ^ b)

/// Whether a warp has one instruction for it, and which: those of CUDA's own operations on int and unsigned.
template <class T, class Operation>
constexpr bool kInOneStep = false;
#define SIMT_IN_ONE_STEP(T, OPERATION, NAME)                                               \
  template <>                                                                              \
  inline constexpr bool kInOneStep<T, OPERATION<T>> = true;                                \
  inline T in_one_step(unsigned int lanes, T value, OPERATION<T>, ::simt::CallSite site) { \
    return __reduce_##NAME##_sync(lanes, value, site);                                     \
  }
SIMT_IN_ONE_STEP(int, plus, add)
SIMT_IN_ONE_STEP(int, less, min)
SIMT_IN_ONE_STEP(int, greater, max)
SIMT_IN_ONE_STEP(unsigned int, plus, add)
SIMT_IN_ONE_STEP(unsigned int, less, min)
SIMT_IN_ONE_STEP(unsigned int, greater, max)
SIMT_IN_ONE_STEP(unsigned int, bit_and, and)
SIMT_IN_ONE_STEP(unsigned int, bit_or, or)
SIMT_IN_ONE_STEP(unsigned int, bit_xor, xor)
#undef SIMT_IN_ONE_STEP

template <class Group, class T, class Operation>
T reduce(const Group& group, T value, const Operation& operation, SIMT_SITE) {
  constexpr unsigned int kSize = Group::kTileSize;
  if constexpr (kSize <= 32 && kInOneStep<T, Operation>) {
    return in_one_step(lanes_of(group), value, operation, site);
  } else if constexpr (kSize == 0) {
    T total = group.shfl(value, 0, site);
    for (unsigned int rank = 1; rank < group.size(); ++rank) {
      total = operation(total, group.shfl(value, static_cast<int>(rank), site));
    }
    return total;
  } else if constexpr (kSize > 32) {
    const T of_warp = reduce(tiled_partition<32>(this_thread_block()), value, operation, site);
    T total = group.shfl(of_warp, 0, site);
    for (unsigned int rank = 32; rank < kSize; rank += 32) {
      total = operation(total, group.shfl(of_warp, rank, site));
    }
    return total;
  } else {
    for (unsigned int distance = kSize / 2; distance > 0; distance /= 2) {
      value = operation(value, group.shfl_xor(value, distance, site));
    }
    return value;
  }
}

template <class Group, class T, class Operation>
void reduce_store_async(const Group& group, T* target, T value, const Operation& operation, SIMT_SITE) {
  const T total = reduce(group, value, operation, site);
  if (group.thread_rank() == 0) *target = total;
}

}  // namespace cooperative_groups

SIMT_HOST_DEVICE_END

#undef SIMT_OPERATION
