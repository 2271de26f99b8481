// CUDA's arithmetic: min and max with CUDA's mixed types, bit counting, and the C library's functions.
#pragma once

// Only C's <math.h> and <stdlib.h>: libstdc++'s wrappers include <cmath>, a quarter of a second per file.
#if !defined(_GLIBCXX_INCLUDE_NEXT_C_HEADERS)
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <math.h>
#include <stdlib.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#else
#include <math.h>
#include <stdlib.h>
#endif

// Ordinary overloads, as in CUDA: they win over std::min under `using namespace std`, and small types
// promote.
#define SIMT_MIN_MAX(A, B, RESULT)                                                   \
  constexpr RESULT min(A a, B b) {                                                   \
    return static_cast<RESULT>(b) < static_cast<RESULT>(a) ? static_cast<RESULT>(b)  \
                                                           : static_cast<RESULT>(a); \
  }                                                                                  \
  constexpr RESULT max(A a, B b) {                                                   \
    return static_cast<RESULT>(a) < static_cast<RESULT>(b) ? static_cast<RESULT>(b)  \
                                                           : static_cast<RESULT>(a); \
  }
#define SIMT_MIN_MAX_INTEGERS(T)                   \
  SIMT_MIN_MAX(T, T, T)                            \
  SIMT_MIN_MAX(unsigned T, unsigned T, unsigned T) \
  SIMT_MIN_MAX(T, unsigned T, unsigned T)          \
  SIMT_MIN_MAX(unsigned T, T, unsigned T)
SIMT_MIN_MAX_INTEGERS(int)
SIMT_MIN_MAX_INTEGERS(long)
SIMT_MIN_MAX_INTEGERS(long long)
#undef SIMT_MIN_MAX_INTEGERS
#undef SIMT_MIN_MAX

// A NaN loses, like in fmin and fmax.
inline float min(float a, float b) { return ::fminf(a, b); }
inline float max(float a, float b) { return ::fmaxf(a, b); }
inline double min(double a, double b) { return ::fmin(a, b); }
inline double max(double a, double b) { return ::fmax(a, b); }
inline double min(float a, double b) { return ::fmin(static_cast<double>(a), b); }
inline double min(double a, float b) { return ::fmin(a, static_cast<double>(b)); }
inline double max(float a, double b) { return ::fmax(static_cast<double>(a), b); }
inline double max(double a, float b) { return ::fmax(a, static_cast<double>(b)); }

// Templates, so <cmath>'s own overloads may be included too and win.
template <int = 0>
inline float abs(float a) {
  return ::fabsf(a);
}
template <int = 0>
inline double abs(double a) {
  return ::fabs(a);
}
template <int = 0>
inline long abs(long a) {
  return ::labs(a);
}
template <int = 0>
inline long long abs(long long a) {
  return ::llabs(a);
}

inline float rsqrtf(float a) { return 1.0F / ::sqrtf(a); }
inline double rsqrt(double a) { return 1.0 / ::sqrt(a); }
