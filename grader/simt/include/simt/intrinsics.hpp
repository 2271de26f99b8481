// CUDA's intrinsics: bits, integer and floating-point arithmetic, and loads and stores with cache hints. Fast
// functions compute as exactly as the C library does; a GPU's results may differ in the last places.
#pragma once

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

inline int __mul24(int a, int b) {
  return static_cast<int>(static_cast<long long>(a << 8 >> 8) * (b << 8 >> 8));
}
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

inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __fmaf_rn(float a, float b, float c) { return ::fmaf(a, b, c); }
inline float __fsqrt_rn(float a) { return ::sqrtf(a); }
inline float __frcp_rn(float a) { return 1.0F / a; }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __fma_rn(double a, double b, double c) { return ::fma(a, b, c); }
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
inline float __saturatef(float a) { return a > 0.0F ? (a < 1.0F ? a : 1.0F) : 0.0F; }

inline int __float2int_rd(float a) { return static_cast<int>(::floorf(a)); }
inline int __float2int_ru(float a) { return static_cast<int>(::ceilf(a)); }
inline int __float2int_rz(float a) { return static_cast<int>(a); }
inline int __float2int_rn(float a) { return static_cast<int>(::rintf(a)); }
inline float __int2float_rn(int a) { return static_cast<float>(a); }

#define SIMT_LOAD(NAME)                  \
  template <class T>                     \
  SIMT_INLINE T NAME(const T* address) { \
    return *address;                     \
  }
#define SIMT_STORE(NAME)                                           \
  template <class T>                                               \
  SIMT_INLINE void NAME(T* address, const decltype(T{}) & value) { \
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
#undef SIMT_LOAD
#undef SIMT_STORE
