// value_t, the element type of a build. Labs use only value_t and are compiled once per type.
#pragma once

#include <cuda_runtime.h>

namespace mergelab {

/// An element with a number that identifies it. Only the key is compared, so records with equal keys compare
/// as equal. The numbers are dealt at random: only a stable merge can keep equal records in order.
struct Record {
  int key;
  int origin;
};
// clang-format off
__host__ __device__ constexpr bool operator< (const Record& a, const Record& b) { return a.key <  b.key; }
__host__ __device__ constexpr bool operator> (const Record& a, const Record& b) { return a.key >  b.key; }
__host__ __device__ constexpr bool operator<=(const Record& a, const Record& b) { return a.key <= b.key; }
__host__ __device__ constexpr bool operator>=(const Record& a, const Record& b) { return a.key >= b.key; }
__host__ __device__ constexpr bool operator==(const Record& a, const Record& b) { return a.key == b.key; }
__host__ __device__ constexpr bool operator!=(const Record& a, const Record& b) { return a.key != b.key; }
// clang-format on

/// An element whose comparisons are counted, host only. It holds a token, not a key: only the grader, in
/// another process, knows the order of tokens, so every comparison is counted.
struct Counted {
  unsigned int token;
};

}  // namespace mergelab

#if defined(MERGELAB_VALUE_RECORD)
using value_t = mergelab::Record;
#elif defined(MERGELAB_VALUE_COUNTED)
using value_t = mergelab::Counted;
// Defined with the hooks in lab.cuh.
namespace mergelab {
inline bool counted_less(const Counted& a, const Counted& b);
// clang-format off
inline bool operator< (const Counted& a, const Counted& b) { return  counted_less(a, b); }
inline bool operator> (const Counted& a, const Counted& b) { return  counted_less(b, a); }
inline bool operator<=(const Counted& a, const Counted& b) { return !counted_less(b, a); }
inline bool operator>=(const Counted& a, const Counted& b) { return !counted_less(a, b); }
// clang-format on
}  // namespace mergelab
#elif defined(MERGELAB_VALUE_DOUBLE)
using value_t = double;  // for benchmarks only, not in the grader
#else
using value_t = int;
#endif
