// Operations of a warp: barrier, shuffles, votes. Every lane of the mask that has not returned must reach the
// same operation with the same mask.
#pragma once

#include <simt/call_site.hpp>

namespace simt {

enum class WarpOp : unsigned char { Sync, Shuffle, Ballot, Match, Reduce, Matrix };
enum class Reduction : int { Add, Min, Max, SignedMin, SignedMax, And, Or, Xor };

/// Waits for the lanes of `mask`. Shuffle: the value of lane `source`; Ballot: the lanes whose value is not
/// zero; Match: the lanes with the caller's value; Reduce: all values by the Reduction `source`, 32 bits.
/// Matrix: only for multiply_matrices().
unsigned long long warp_exchange(WarpOp op, unsigned int mask, unsigned long long value, int source,
                                 CallSite site);

/// The lanes of the caller's warp that wait at the same call when no other thread of the block can go on.
unsigned int active_mask(CallSite site);

/// The same for a tile of `size` threads, more than a warp. Shuffle: the value of the thread of rank
/// `source`; Ballot: bit 0 when any value is not zero, bit 1 when all are.
unsigned long long tile_exchange(WarpOp op, unsigned int size, unsigned long long value, unsigned int source,
                                 CallSite site);

/// The caller's rank in its warp.
int lane();

/// Whether a thread of a kernel calls.
bool in_kernel();

/// Passes any trivially copyable value, 8 bytes at a time: exchange(bits) returns the other thread's. A value
/// in one piece doesn't have its address taken, so compilers keep it in a register.
template <class T, class Function>
inline T exchange_pieces(T value, const Function& exchange) {
  static_assert(__is_trivially_copyable(T), "CUDA shuffles only types that are trivially copyable");
  if constexpr (sizeof(T) <= 8) {
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    bits = exchange(bits);
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
  } else {
    T result = value;
    for (unsigned long done = 0; done < sizeof(T); done += 8) {
      const unsigned long bytes = sizeof(T) - done < 8 ? sizeof(T) - done : 8;
      unsigned long long bits = 0;
      __builtin_memcpy(&bits, reinterpret_cast<const char*>(&value) + done, bytes);
      bits = exchange(bits);
      __builtin_memcpy(reinterpret_cast<char*>(&result) + done, &bits, bytes);
    }
    return result;
  }
}

/// The value of lane `source`.
template <class T>
inline T shuffle(unsigned int mask, T value, int source, CallSite site) {
  return exchange_pieces(value, [=](unsigned long long bits) {
    return warp_exchange(WarpOp::Shuffle, mask, bits, source, site);
  });
}

// The source lane of a lane in a part of `width` lanes.
inline int source_of(int lane, int rank, int width) { return (lane & ~(width - 1)) | (rank & (width - 1)); }
inline int source_above(int lane, unsigned int delta, int width) {
  return static_cast<unsigned int>(lane & (width - 1)) < delta ? lane : lane - static_cast<int>(delta);
}
inline int source_below(int lane, unsigned int delta, int width) {
  return delta > static_cast<unsigned int>(width - 1 - (lane & (width - 1))) ? lane
                                                                             : lane + static_cast<int>(delta);
}
inline int source_across(int lane, int lane_mask, int width) {
  return (lane ^ lane_mask) > (lane | (width - 1)) ? lane : lane ^ lane_mask;
}

}  // namespace simt

inline void __syncwarp(unsigned int mask = 0xffffffffu, SIMT_SITE) {
  ::simt::warp_exchange(::simt::WarpOp::Sync, mask, 0, 0, site);
}

inline unsigned int __activemask(SIMT_SITE) { return ::simt::active_mask(site); }

inline unsigned int __ballot_sync(unsigned int mask, int predicate, SIMT_SITE) {
  return static_cast<unsigned int>(
      ::simt::warp_exchange(::simt::WarpOp::Ballot, mask, predicate != 0, 0, site));
}

inline int __any_sync(unsigned int mask, int predicate, SIMT_SITE) {
  return ::simt::warp_exchange(::simt::WarpOp::Ballot, mask, predicate != 0, 0, site) != 0;
}

inline int __all_sync(unsigned int mask, int predicate, SIMT_SITE) {
  return ::simt::warp_exchange(::simt::WarpOp::Ballot, mask, predicate == 0, 0, site) == 0;
}

// Overloads, as in CUDA: a short becomes an int, and a struct fits none.
#define SIMT_SHUFFLES(T)                                                                                 \
  inline T __shfl_sync(unsigned int mask, T value, int source, int width = 32, SIMT_SITE) {              \
    return ::simt::shuffle(mask, value, ::simt::source_of(::simt::lane(), source, width), site);         \
  }                                                                                                      \
  inline T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32, SIMT_SITE) {   \
    return ::simt::shuffle(mask, value, ::simt::source_above(::simt::lane(), delta, width), site);       \
  }                                                                                                      \
  inline T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32, SIMT_SITE) { \
    return ::simt::shuffle(mask, value, ::simt::source_below(::simt::lane(), delta, width), site);       \
  }                                                                                                      \
  inline T __shfl_xor_sync(unsigned int mask, T value, int lane_mask, int width = 32, SIMT_SITE) {       \
    return ::simt::shuffle(mask, value, ::simt::source_across(::simt::lane(), lane_mask, width), site);  \
  }
// __match_all_sync: the mask if all its lanes have the same value, else 0; `agree` says which.
#define SIMT_WARP(T)                                                                                     \
  SIMT_SHUFFLES(T)                                                                                       \
  inline unsigned int __match_any_sync(unsigned int mask, T value, SIMT_SITE) {                          \
    unsigned long long bits = 0;                                                                         \
    __builtin_memcpy(&bits, &value, sizeof(T));                                                          \
    return static_cast<unsigned int>(::simt::warp_exchange(::simt::WarpOp::Match, mask, bits, 0, site)); \
  }                                                                                                      \
  inline unsigned int __match_all_sync(unsigned int mask, T value, int* agree, SIMT_SITE) {              \
    const unsigned int same = __match_any_sync(mask, value, site);                                       \
    *agree = same == __ballot_sync(mask, 1, site);                                                       \
    return *agree != 0 ? same : 0;                                                                       \
  }
SIMT_WARP(int)
SIMT_WARP(unsigned int)
SIMT_WARP(long)
SIMT_WARP(unsigned long)
SIMT_WARP(long long)
SIMT_WARP(unsigned long long)
SIMT_WARP(float)
SIMT_WARP(double)
#undef SIMT_WARP

// Every lane of the mask gets the result.
#define SIMT_REDUCE(NAME, T, REDUCTION)                                                                 \
  inline T __reduce_##NAME##_sync(unsigned int mask, T value, SIMT_SITE) {                              \
    return static_cast<T>(::simt::warp_exchange(::simt::WarpOp::Reduce, mask,                           \
                                                static_cast<unsigned int>(value),                       \
                                                static_cast<int>(::simt::Reduction::REDUCTION), site)); \
  }
SIMT_REDUCE(add, unsigned int, Add)
SIMT_REDUCE(min, unsigned int, Min)
SIMT_REDUCE(max, unsigned int, Max)
SIMT_REDUCE(add, int, Add)
SIMT_REDUCE(min, int, SignedMin)
SIMT_REDUCE(max, int, SignedMax)
SIMT_REDUCE(and, unsigned int, And)
SIMT_REDUCE(or, unsigned int, Or)
SIMT_REDUCE(xor, unsigned int, Xor)
#undef SIMT_REDUCE
