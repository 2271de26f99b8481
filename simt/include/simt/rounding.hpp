// CUDA's arithmetic and conversions with an explicit rounding: to nearest (rn), down (rd), up (ru), to zero
// (rz).
#pragma once

#include <simt/intrinsics.hpp>

namespace simt {

enum class Rounding : unsigned char { Nearest, Down, Up, Zero };
enum class Arithmetic : unsigned char { Add, Subtract, Multiply, Divide, Root, Fma };

float rounded(Rounding rounding, Arithmetic what, float a, float b = 0, float c = 0);
double rounded(Rounding rounding, Arithmetic what, double a, double b = 0, double c = 0);
float to_float(Rounding rounding, double value);
float to_float(Rounding rounding, long long value);
float to_float(Rounding rounding, unsigned long long value);
double to_double(Rounding rounding, long long value);
double to_double(Rounding rounding, unsigned long long value);

/// Values outside T become T's nearest. A NaN becomes 0 if both have 32 bits, and otherwise only the highest
/// bit.
template <class T, class From>
inline T to_integer(Rounding rounding, From from) {
  double value = from;
  constexpr bool kSigned = T(-1) < T(0);
  constexpr int kBits = static_cast<int>(8 * sizeof(T)) - kSigned;
  constexpr double kEnd = kBits == 63 ? 0x1p63 : kBits == 64 ? 0x1p64 : kBits == 31 ? 0x1p31 : 0x1p32;
  constexpr T kHighest = static_cast<T>(~(kSigned ? 1ULL << kBits : 0ULL));
  constexpr T kLowest = kSigned ? static_cast<T>(1ULL << (8 * sizeof(T) - 1)) : T(0);
  if (value != value) return static_cast<T>(sizeof(T) + sizeof(From) == 8 ? 0 : 1ULL << (8 * sizeof(T) - 1));
  value = rounding == Rounding::Nearest ? ::rint(value)
          : rounding == Rounding::Down  ? ::floor(value)
          : rounding == Rounding::Up    ? ::ceil(value)
                                        : ::trunc(value);
  if (value >= kEnd) return kHighest;
  if (value < (kSigned ? -kEnd : 0.0)) return kLowest;
  return static_cast<T>(value);
}

}  // namespace simt

#define SIMT_ROUNDED(SUFFIX, ROUNDING)                                                                       \
  SIMT_ROUNDED_ARITHMETIC(float, f, SUFFIX, ROUNDING)                                                        \
  SIMT_ROUNDED_ARITHMETIC(double, d, SUFFIX, ROUNDING)                                                       \
  inline float __fmaf_##SUFFIX(float a, float b, float c) {                                                  \
    return ::simt::rounded(ROUNDING, ::simt::Arithmetic::Fma, a, b, c);                                      \
  }                                                                                                          \
  inline double __fma_##SUFFIX(double a, double b, double c) {                                               \
    return ::simt::rounded(ROUNDING, ::simt::Arithmetic::Fma, a, b, c);                                      \
  }                                                                                                          \
  SIMT_TO_INTEGERS(float, SUFFIX, ROUNDING)                                                                  \
  SIMT_TO_INTEGERS(double, SUFFIX, ROUNDING)                                                                 \
  inline float __double2float_##SUFFIX(double a) { return ::simt::to_float(ROUNDING, a); }                   \
  inline float __int2float_##SUFFIX(int a) { return ::simt::to_float(ROUNDING, static_cast<long long>(a)); } \
  inline float __uint2float_##SUFFIX(unsigned int a) {                                                       \
    return ::simt::to_float(ROUNDING, static_cast<long long>(a));                                            \
  }                                                                                                          \
  inline float __ll2float_##SUFFIX(long long a) { return ::simt::to_float(ROUNDING, a); }                    \
  inline float __ull2float_##SUFFIX(unsigned long long a) { return ::simt::to_float(ROUNDING, a); }          \
  inline double __ll2double_##SUFFIX(long long a) { return ::simt::to_double(ROUNDING, a); }                 \
  inline double __ull2double_##SUFFIX(unsigned long long a) { return ::simt::to_double(ROUNDING, a); }
#define SIMT_ROUNDED_ARITHMETIC(T, F, SUFFIX, ROUNDING)                    \
  SIMT_ROUNDED_BINARY(T, __##F##add_##SUFFIX, ROUNDING, Add)               \
  SIMT_ROUNDED_BINARY(T, __##F##sub_##SUFFIX, ROUNDING, Subtract)          \
  SIMT_ROUNDED_BINARY(T, __##F##mul_##SUFFIX, ROUNDING, Multiply)          \
  SIMT_ROUNDED_BINARY(T, __##F##div_##SUFFIX, ROUNDING, Divide)            \
  inline T __##F##rcp_##SUFFIX(T a) {                                      \
    return ::simt::rounded(ROUNDING, ::simt::Arithmetic::Divide, T(1), a); \
  }                                                                        \
  inline T __##F##sqrt_##SUFFIX(T a) { return ::simt::rounded(ROUNDING, ::simt::Arithmetic::Root, a); }
#define SIMT_ROUNDED_BINARY(T, NAME, ROUNDING, WHAT) \
  inline T NAME(T a, T b) { return ::simt::rounded(ROUNDING, ::simt::Arithmetic::WHAT, a, b); }
#define SIMT_TO_INTEGERS(T, SUFFIX, ROUNDING)                                                              \
  inline int __##T##2int_##SUFFIX(T a) { return ::simt::to_integer<int>(ROUNDING, a); }                    \
  inline unsigned int __##T##2uint_##SUFFIX(T a) { return ::simt::to_integer<unsigned int>(ROUNDING, a); } \
  inline long long __##T##2ll_##SUFFIX(T a) { return ::simt::to_integer<long long>(ROUNDING, a); }         \
  inline unsigned long long __##T##2ull_##SUFFIX(T a) {                                                    \
    return ::simt::to_integer<unsigned long long>(ROUNDING, a);                                            \
  }
SIMT_ROUNDED(rn, ::simt::Rounding::Nearest)
SIMT_ROUNDED(rd, ::simt::Rounding::Down)
SIMT_ROUNDED(ru, ::simt::Rounding::Up)
SIMT_ROUNDED(rz, ::simt::Rounding::Zero)
#undef SIMT_TO_INTEGERS
#undef SIMT_ROUNDED_BINARY
#undef SIMT_ROUNDED_ARITHMETIC
#undef SIMT_ROUNDED

inline float __frsqrt_rn(float a) { return static_cast<float>(1.0 / ::sqrt(static_cast<double>(a))); }
inline double __int2double_rn(int a) { return a; }
inline double __uint2double_rn(unsigned int a) { return a; }
inline double __hiloint2double(int high, int low) {
  return ::simt::bits_as<double>(static_cast<unsigned long long>(static_cast<unsigned int>(high)) << 32 |
                                 static_cast<unsigned int>(low));
}
inline int __double2hiint(double a) { return static_cast<int>(::simt::bits_as<unsigned long long>(a) >> 32); }
inline int __double2loint(double a) { return static_cast<int>(::simt::bits_as<unsigned long long>(a)); }
