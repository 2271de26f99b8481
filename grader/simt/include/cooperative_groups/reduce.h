// Reductions over a tile of cooperative groups; every lane gets the result.
#pragma once

#include <cooperative_groups.h>

#define SIMT_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()
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

template <unsigned int Size, class Parent, class T, class Operation>
T reduce(const thread_block_tile<Size, Parent>& tile, T value, const Operation& operation, SIMT_SITE) {
  for (unsigned int distance = Size / 2; distance > 0; distance /= 2) {
    value = operation(value, tile.shfl_xor(value, distance, file, line));
  }
  return value;
}

}  // namespace cooperative_groups

#undef SIMT_OPERATION
#undef SIMT_SITE
