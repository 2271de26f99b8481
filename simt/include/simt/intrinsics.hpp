// CUDA's intrinsics: bits, integer arithmetic, fast mathematics, and loads and stores with cache hints. Fast
// functions are as exact as the C library's; a GPU's results may differ in the last places.
#pragma once

// nvcc's, and clang's.
#if !defined(__clang__) && !defined(__builtin_assume)
#define __builtin_assume(CONDITION) ((void)0)
#endif

#include <simt/inline.hpp>

#include <simt/math.hpp>
#include <simt/vector_types.hpp>

namespace simt {

__extension__ typedef __int128 Integer128;
__extension__ typedef unsigned __int128 Unsigned128;

template <class To, class From>
inline To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof(To));
  return to;
}

}  // namespace simt

inline int __popc(unsigned int v) { return __builtin_popcount(v); }
inline int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
inline int __ffs(int v) { return __builtin_ffs(v); }
inline int __ffsll(long long v) { return __builtin_ffsll(v); }
inline int __clz(int v) { return v == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(v)); }
inline int __clzll(long long v) { return v == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(v)); }
inline unsigned int __brev(unsigned int v) {
  v = ((v >> 1) & 0x55555555u) | ((v & 0x55555555u) << 1);
  v = ((v >> 2) & 0x33333333u) | ((v & 0x33333333u) << 2);
  v = ((v >> 4) & 0x0f0f0f0fu) | ((v & 0x0f0f0f0fu) << 4);
  return __builtin_bswap32(v);
}
inline unsigned long long __brevll(unsigned long long v) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned int>(v))) << 32 |
         __brev(static_cast<unsigned int>(v >> 32));
}
inline unsigned int __byte_perm(unsigned int low, unsigned int high, unsigned int selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(high) << 32 | low;
  unsigned int result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned int from = selector >> (4 * i) & 7;
    result |= static_cast<unsigned int>(bytes >> (8 * from) & 0xff) << (8 * i);
  }
  return result;
}
inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned int>(both << (shift & 31) >> 32);
}
inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned int>(both >> (shift & 31));
}
// A shift of 32 or more equals one of 32.
inline unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
inline unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

/// The position of the offset-th set bit, counted from bit `base` upwards, or downwards for a negative
/// offset; 0: bit `base` itself. ~0 if there is none.
inline unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  if (offset == 0) return (mask >> (base & 31) & 1) != 0 ? base & 31 : ~0U;
  const int step = offset > 0 ? 1 : -1;
  int left = offset * step;
  for (int bit = static_cast<int>(base & 31); bit >= 0 && bit < 32; bit += step) {
    if ((mask >> bit & 1) != 0 && --left == 0) return static_cast<unsigned int>(bit);
  }
  return ~0U;
}

/// The lowest 24 bits of each, with their sign.
inline int __mul24(int a, int b) {
  return static_cast<int>(static_cast<long long>(a << 8 >> 8) * (b << 8 >> 8));
}
inline unsigned int __umul24(unsigned int a, unsigned int b) { return (a & 0xffffffu) * (b & 0xffffffu); }
inline unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
  return (a < b ? b - a : a - b) + c;
}
inline unsigned int __sad(int a, int b, unsigned int c) {
  const unsigned int x = static_cast<unsigned int>(a), y = static_cast<unsigned int>(b);
  return (a < b ? y - x : x - y) + c;
}
inline int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
inline int __rhadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1); }
inline unsigned int __uhadd(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(a) + b) >> 1);
}
inline unsigned int __urhadd(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}
inline unsigned int umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
inline unsigned int umax(unsigned int a, unsigned int b) { return a < b ? b : a; }
inline long long llmin(long long a, long long b) { return a < b ? a : b; }
inline long long llmax(long long a, long long b) { return a < b ? b : a; }
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a < b ? b : a; }

// Sums of products of packed integers: of 4 bytes; of 2 shorts and the low or the high 2 bytes.
#define SIMT_DOT(T, BYTE, SHORT)                                                    \
  inline T __dp4a(T a, T b, T c) {                                                  \
    for (int i = 0; i < 32; i += 8)                                                 \
      c += static_cast<T>(static_cast<BYTE>(a >> i)) * static_cast<BYTE>(b >> i);   \
    return c;                                                                       \
  }                                                                                 \
  inline T __dp2a_lo(T a, T b, T c) {                                               \
    return c + static_cast<T>(static_cast<SHORT>(a)) * static_cast<BYTE>(b) +       \
           static_cast<T>(static_cast<SHORT>(a >> 16)) * static_cast<BYTE>(b >> 8); \
  }                                                                                 \
  inline T __dp2a_hi(T a, T b, T c) { return __dp2a_lo(a, b >> 16, c); }
SIMT_DOT(int, signed char, short)
SIMT_DOT(unsigned int, unsigned char, unsigned short)
#undef SIMT_DOT

inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned int __umulhi(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>(static_cast<unsigned long long>(a) * b >> 32);
}
inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<::simt::Integer128>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<::simt::Unsigned128>(a) * b >> 64);
}

inline int __float_as_int(float a) { return ::simt::bits_as<int>(a); }
inline unsigned int __float_as_uint(float a) { return ::simt::bits_as<unsigned int>(a); }
inline float __int_as_float(int a) { return ::simt::bits_as<float>(a); }
inline float __uint_as_float(unsigned int a) { return ::simt::bits_as<float>(a); }
inline long long __double_as_longlong(double a) { return ::simt::bits_as<long long>(a); }
inline double __longlong_as_double(long long a) { return ::simt::bits_as<double>(a); }

inline float __fdividef(float a, float b) { return a / b; }
inline float __expf(float a) { return ::expf(a); }
inline float __exp10f(float a) { return ::powf(10.0F, a); }
inline float __logf(float a) { return ::logf(a); }
inline float __log2f(float a) { return ::log2f(a); }
inline float __log10f(float a) { return ::log10f(a); }
inline float __powf(float a, float b) { return ::powf(a, b); }
inline float __sinf(float a) { return ::sinf(a); }
inline float __cosf(float a) { return ::cosf(a); }
inline float __tanf(float a) { return ::tanf(a); }
inline void __sincosf(float a, float* sine, float* cosine) {
  *sine = ::sinf(a);
  *cosine = ::cosf(a);
}
inline float __saturatef(float a) { return a > 0.0F ? (a < 1.0F ? a : 1.0F) : 0.0F; }

namespace simt {
template <class T, class... Types>
constexpr bool kIsOneOf = (__is_same(T, Types) || ...);
template <class T>
constexpr bool kHasCacheHints =
    kIsOneOf<T, char, signed char, unsigned char, short, unsigned short, int, unsigned int, long,
             unsigned long, long long, unsigned long long, float, double, char2, char4, uchar2, uchar4,
             short2, short4, ushort2, ushort4, int2, int4, uint2, uint4, longlong2, ulonglong2, float2,
             float4, double2>;
}  // namespace simt

#define SIMT_BUILT_IN(NAME)                                                             \
  static_assert(::simt::kHasCacheHints<T>, "CUDA has " #NAME                            \
                                           " for numbers and their vectors of 2 and 4 " \
                                           "only")
#define SIMT_LOAD(NAME)                  \
  template <class T>                     \
  SIMT_INLINE T NAME(const T* address) { \
    SIMT_BUILT_IN(NAME);                 \
    return *address;                     \
  }
#define SIMT_STORE(NAME)                                           \
  template <class T>                                               \
  SIMT_INLINE void NAME(T* address, const decltype(T{}) & value) { \
    SIMT_BUILT_IN(NAME);                                           \
    *address = value;                                              \
  }
SIMT_LOAD(__ldg)
SIMT_LOAD(__ldca)
SIMT_LOAD(__ldcg)
SIMT_LOAD(__ldcs)
SIMT_LOAD(__ldlu)
SIMT_LOAD(__ldcv)
SIMT_STORE(__stwb)
SIMT_STORE(__stcg)
SIMT_STORE(__stcs)
SIMT_STORE(__stwt)
#undef SIMT_BUILT_IN
#undef SIMT_LOAD
#undef SIMT_STORE
