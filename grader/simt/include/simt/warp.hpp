// Operations of a warp: barrier, shuffles, votes. Every lane that the mask names and that has not returned
// must come to the same operation with the same mask.
#pragma once

namespace simt {

enum class WarpOp : unsigned char { Sync, Shuffle, Ballot, Match };

/// Waits for the lanes of `mask`. Shuffle: the value of lane `source`; Ballot: the lanes whose value is not
/// zero; Match: the lanes with the caller's value.
unsigned long long warp_exchange(WarpOp op, unsigned int mask, unsigned long long value, int source,
                                 const char* file, int line);

/// The caller's place in its warp.
int lane();

template <class T>
T shuffle(unsigned int mask, T value, int source, const char* file, int line) {
  static_assert(sizeof(T) <= 8, "a shuffle moves at most 8 bytes; move the members of a struct one by one");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  bits = warp_exchange(WarpOp::Shuffle, mask, bits, source, file, line);
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

}  // namespace simt

#define SIMT_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()

inline void __syncwarp(unsigned int mask = 0xffffffffu, SIMT_SITE) {
  ::simt::warp_exchange(::simt::WarpOp::Sync, mask, 0, 0, file, line);
}

template <class T>
inline T __shfl_sync(unsigned int mask, T value, int source, int width = 32, SIMT_SITE) {
  const int lane = ::simt::lane();
  return ::simt::shuffle(mask, value, (lane & ~(width - 1)) | (source & (width - 1)), file, line);
}

template <class T>
inline T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32, SIMT_SITE) {
  const int lane = ::simt::lane();
  const int source =
      static_cast<unsigned int>(lane & (width - 1)) < delta ? lane : lane - static_cast<int>(delta);
  return ::simt::shuffle(mask, value, source, file, line);
}

template <class T>
inline T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32, SIMT_SITE) {
  const int lane = ::simt::lane();
  const unsigned int room = static_cast<unsigned int>(width - 1 - (lane & (width - 1)));
  const int source = delta > room ? lane : lane + static_cast<int>(delta);
  return ::simt::shuffle(mask, value, source, file, line);
}

template <class T>
inline T __shfl_xor_sync(unsigned int mask, T value, int lane_mask, int width = 32, SIMT_SITE) {
  const int lane = ::simt::lane();
  const int other = lane ^ lane_mask;
  return ::simt::shuffle(mask, value, other > (lane | (width - 1)) ? lane : other, file, line);
}

inline unsigned int __ballot_sync(unsigned int mask, int predicate, SIMT_SITE) {
  return static_cast<unsigned int>(
      ::simt::warp_exchange(::simt::WarpOp::Ballot, mask, predicate != 0, 0, file, line));
}

inline int __any_sync(unsigned int mask, int predicate, SIMT_SITE) {
  return ::simt::warp_exchange(::simt::WarpOp::Ballot, mask, predicate != 0, 0, file, line) != 0;
}

inline int __all_sync(unsigned int mask, int predicate, SIMT_SITE) {
  return ::simt::warp_exchange(::simt::WarpOp::Ballot, mask, predicate == 0, 0, file, line) == 0;
}

template <class T>
inline unsigned int __match_any_sync(unsigned int mask, T value, SIMT_SITE) {
  static_assert(sizeof(T) <= 8, "__match_any_sync compares at most 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return static_cast<unsigned int>(::simt::warp_exchange(::simt::WarpOp::Match, mask, bits, 0, file, line));
}

/// The mask when all its lanes have the same value, else 0; `agree` says which.
template <class T>
inline unsigned int __match_all_sync(unsigned int mask, T value, int* agree, SIMT_SITE) {
  const unsigned int same = __match_any_sync(mask, value, file, line);
  *agree = same == __ballot_sync(mask, 1, file, line);
  return *agree != 0 ? same : 0;
}

// Every lane of the mask gets the result; for int and unsigned, as in CUDA.
#define SIMT_REDUCE(NAME, RESULT)                                                                \
  template <class T>                                                                             \
  inline T __reduce_##NAME##_sync(unsigned int mask, T value, SIMT_SITE) {                       \
    static_assert(sizeof(T) == 4, "CUDA has __reduce_" #NAME "_sync for int and unsigned only"); \
    T total = value;                                                                             \
    bool first = true;                                                                           \
    for (unsigned int left = __ballot_sync(mask, 1, file, line); left != 0; left &= left - 1) {  \
      const T next = ::simt::shuffle(mask, value, __builtin_ctz(left), file, line);              \
      total = first ? next : static_cast<T>(RESULT);                                             \
      first = false;                                                                             \
    }                                                                                            \
    return total;                                                                                \
  }
SIMT_REDUCE(add, total + next)
SIMT_REDUCE(min, next < total ? next : total)
SIMT_REDUCE(max, total < next ? next : total)
SIMT_REDUCE(and, total& next)
SIMT_REDUCE(or, total | next)
SIMT_REDUCE(xor, total ^ next)
#undef SIMT_REDUCE

#undef SIMT_SITE
