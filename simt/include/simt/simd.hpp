// Arithmetic on the two halfwords or four bytes of a word.
#pragma once

#include <simt/inline.hpp>

namespace simt::simd {

template <class Part>
constexpr int kBits = 8 * sizeof(Part);
template <class Part>
constexpr int kLeast = static_cast<Part>(-1) < 0 ? -(1 << (kBits<Part> - 1)) : 0;
template <class Part>
constexpr int kMost = kLeast<Part> < 0 ? (1 << (kBits<Part> - 1)) - 1 : (1 << kBits<Part>)-1;

template <class Part>
SIMT_INLINE int part(unsigned int word, int shift) {
  return static_cast<Part>(word >> shift);
}
/// The parts of the words, as numbers, make those of the result.
template <class Part, class Function, class... Word>
SIMT_INLINE unsigned int each(const Function& function, Word... words) {
  unsigned int result = 0;
  for (int shift = 0; shift < 32; shift += kBits<Part>)
    result |= (static_cast<unsigned int>(function(part<Part>(words, shift)...)) & ((1U << kBits<Part>)-1))
              << shift;
  return result;
}
template <class Part, class Function>
SIMT_INLINE unsigned int sum(const Function& function, unsigned int a, unsigned int b) {
  unsigned int result = 0;
  for (int shift = 0; shift < 32; shift += kBits<Part>)
    result += static_cast<unsigned int>(function(part<Part>(a, shift), part<Part>(b, shift)));
  return result;
}
template <class Part>
SIMT_INLINE int saturated(int value) {
  return value < kLeast<Part> ? kLeast<Part> : value > kMost<Part> ? kMost<Part> : value;
}
SIMT_INLINE int distance(int a, int b) { return a < b ? b - a : a - b; }
template <class T>
SIMT_INLINE T larger(T a, T b) {
  return a < b ? b : a;
}
template <class T>
SIMT_INLINE T smaller(T a, T b) {
  return b < a ? b : a;
}

}  // namespace simt::simd

// NOLINTBEGIN(bugprone-macro-parentheses)
#define SIMT_SIMD_1(NAME, PART, VALUE)                               \
  inline unsigned int NAME(unsigned int a) {                         \
    return ::simt::simd::each<PART>([](int x) { return VALUE; }, a); \
  }
#define SIMT_SIMD_2(NAME, PART, VALUE)                                         \
  inline unsigned int NAME(unsigned int a, unsigned int b) {                   \
    return ::simt::simd::each<PART>([](int x, int y) { return VALUE; }, a, b); \
  }
#define SIMT_SIMD_SUM(NAME, PART)                                 \
  inline unsigned int NAME(unsigned int a, unsigned int b) {      \
    return ::simt::simd::sum<PART>(::simt::simd::distance, a, b); \
  }
#define SIMT_SIMD_COMPARE(NAME, COUNT, PART, TEST)        \
  SIMT_SIMD_2(__vcmp##NAME##COUNT, PART, (TEST) ? -1 : 0) \
  SIMT_SIMD_2(__vset##NAME##COUNT, PART, (TEST) ? 1 : 0)
#define SIMT_SIMD(COUNT, SIGNED, UNSIGNED)                                              \
  SIMT_SIMD_1(__vabs##COUNT, SIGNED, x < 0 ? -x : x)                                    \
  SIMT_SIMD_1(__vabsss##COUNT, SIGNED, ::simt::simd::saturated<SIGNED>(x < 0 ? -x : x)) \
  SIMT_SIMD_1(__vneg##COUNT, SIGNED, -x)                                                \
  SIMT_SIMD_1(__vnegss##COUNT, SIGNED, ::simt::simd::saturated<SIGNED>(-x))             \
  SIMT_SIMD_2(__vabsdiffs##COUNT, SIGNED, ::simt::simd::distance(x, y))                 \
  SIMT_SIMD_2(__vabsdiffu##COUNT, UNSIGNED, ::simt::simd::distance(x, y))               \
  SIMT_SIMD_2(__vadd##COUNT, UNSIGNED, x + y)                                           \
  SIMT_SIMD_2(__vaddss##COUNT, SIGNED, ::simt::simd::saturated<SIGNED>(x + y))          \
  SIMT_SIMD_2(__vaddus##COUNT, UNSIGNED, ::simt::simd::saturated<UNSIGNED>(x + y))      \
  SIMT_SIMD_2(__vsub##COUNT, UNSIGNED, x - y)                                           \
  SIMT_SIMD_2(__vsubss##COUNT, SIGNED, ::simt::simd::saturated<SIGNED>(x - y))          \
  SIMT_SIMD_2(__vsubus##COUNT, UNSIGNED, ::simt::simd::saturated<UNSIGNED>(x - y))      \
  SIMT_SIMD_2(__vavgs##COUNT, SIGNED, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)              \
  SIMT_SIMD_2(__vavgu##COUNT, UNSIGNED, (x + y + 1) >> 1)                               \
  SIMT_SIMD_2(__vhaddu##COUNT, UNSIGNED, (x + y) >> 1)                                  \
  SIMT_SIMD_2(__vmaxs##COUNT, SIGNED, ::simt::simd::larger(x, y))                       \
  SIMT_SIMD_2(__vmaxu##COUNT, UNSIGNED, ::simt::simd::larger(x, y))                     \
  SIMT_SIMD_2(__vmins##COUNT, SIGNED, ::simt::simd::smaller(x, y))                      \
  SIMT_SIMD_2(__vminu##COUNT, UNSIGNED, ::simt::simd::smaller(x, y))                    \
  SIMT_SIMD_SUM(__vsads##COUNT, SIGNED)                                                 \
  SIMT_SIMD_SUM(__vsadu##COUNT, UNSIGNED)                                               \
  SIMT_SIMD_COMPARE(eq, COUNT, UNSIGNED, x == y)                                        \
  SIMT_SIMD_COMPARE(ne, COUNT, UNSIGNED, x != y)                                        \
  SIMT_SIMD_COMPARE(ges, COUNT, SIGNED, x >= y)                                         \
  SIMT_SIMD_COMPARE(geu, COUNT, UNSIGNED, x >= y)                                       \
  SIMT_SIMD_COMPARE(gts, COUNT, SIGNED, x > y)                                          \
  SIMT_SIMD_COMPARE(gtu, COUNT, UNSIGNED, x > y)                                        \
  SIMT_SIMD_COMPARE(les, COUNT, SIGNED, x <= y)                                         \
  SIMT_SIMD_COMPARE(leu, COUNT, UNSIGNED, x <= y)                                       \
  SIMT_SIMD_COMPARE(lts, COUNT, SIGNED, x < y)                                          \
  SIMT_SIMD_COMPARE(ltu, COUNT, UNSIGNED, x < y)
SIMT_SIMD(2, short, unsigned short)
SIMT_SIMD(4, signed char, unsigned char)

// A sum wraps around before it is compared.
#define SIMT_SIMD_OF_WORDS(KIND, BEST)                                                                       \
  inline unsigned int __vi##KIND##3_u16x2(unsigned int a, unsigned int b, unsigned int c) {                  \
    return __v##KIND##u2(__v##KIND##u2(a, b), c);                                                            \
  }                                                                                                          \
  inline unsigned int __vi##KIND##3_s16x2(unsigned int a, unsigned int b, unsigned int c) {                  \
    return __v##KIND##s2(__v##KIND##s2(a, b), c);                                                            \
  }                                                                                                          \
  inline unsigned int __vi##KIND##3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {             \
    return __vmaxs2(__vi##KIND##3_s16x2(a, b, c), 0);                                                        \
  }                                                                                                          \
  inline unsigned int __vi##KIND##_s16x2_relu(unsigned int a, unsigned int b) {                              \
    return __vmaxs2(__v##KIND##s2(a, b), 0);                                                                 \
  }                                                                                                          \
  inline unsigned int __viadd##KIND##_u16x2(unsigned int a, unsigned int b, unsigned int c) {                \
    return __v##KIND##u2(__vadd2(a, b), c);                                                                  \
  }                                                                                                          \
  inline unsigned int __viadd##KIND##_s16x2(unsigned int a, unsigned int b, unsigned int c) {                \
    return __v##KIND##s2(__vadd2(a, b), c);                                                                  \
  }                                                                                                          \
  inline unsigned int __viadd##KIND##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {           \
    return __vmaxs2(__viadd##KIND##_s16x2(a, b, c), 0);                                                      \
  }                                                                                                          \
  inline unsigned int __vib##KIND##_u16x2(unsigned int a, unsigned int b, bool* high, bool* low) {           \
    const unsigned int best = __v##KIND##u2(a, b);                                                           \
    *high = best >> 16 == a >> 16;                                                                           \
    *low = (best & 0xffff) == (a & 0xffff);                                                                  \
    return best;                                                                                             \
  }                                                                                                          \
  inline unsigned int __vib##KIND##_s16x2(unsigned int a, unsigned int b, bool* high, bool* low) {           \
    const unsigned int best = __v##KIND##s2(a, b);                                                           \
    *high = best >> 16 == a >> 16;                                                                           \
    *low = (best & 0xffff) == (a & 0xffff);                                                                  \
    return best;                                                                                             \
  }                                                                                                          \
  inline int __vib##KIND##_s32(int a, int b, bool* first) {                                                  \
    const int best = ::simt::simd::BEST(a, b);                                                               \
    *first = best == a;                                                                                      \
    return best;                                                                                             \
  }                                                                                                          \
  inline unsigned int __vib##KIND##_u32(unsigned int a, unsigned int b, bool* first) {                       \
    const unsigned int best = ::simt::simd::BEST(a, b);                                                      \
    *first = best == a;                                                                                      \
    return best;                                                                                             \
  }                                                                                                          \
  inline int __vi##KIND##_s32_relu(int a, int b) {                                                           \
    return ::simt::simd::larger(::simt::simd::BEST(a, b), 0);                                                \
  }                                                                                                          \
  inline int __vi##KIND##3_s32(int a, int b, int c) {                                                        \
    return ::simt::simd::BEST(::simt::simd::BEST(a, b), c);                                                  \
  }                                                                                                          \
  inline unsigned int __vi##KIND##3_u32(unsigned int a, unsigned int b, unsigned int c) {                    \
    return ::simt::simd::BEST(::simt::simd::BEST(a, b), c);                                                  \
  }                                                                                                          \
  inline int __vi##KIND##3_s32_relu(int a, int b, int c) {                                                   \
    return ::simt::simd::larger(__vi##KIND##3_s32(a, b, c), 0);                                              \
  }                                                                                                          \
  inline unsigned int __viadd##KIND##_u32(unsigned int a, unsigned int b, unsigned int c) {                  \
    return ::simt::simd::BEST(a + b, c);                                                                     \
  }                                                                                                          \
  inline int __viadd##KIND##_s32(int a, int b, int c) {                                                      \
    return ::simt::simd::BEST(static_cast<int>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b)), \
                              c);                                                                            \
  }                                                                                                          \
  inline int __viadd##KIND##_s32_relu(int a, int b, int c) {                                                 \
    return ::simt::simd::larger(__viadd##KIND##_s32(a, b, c), 0);                                            \
  }
SIMT_SIMD_OF_WORDS(max, larger)
SIMT_SIMD_OF_WORDS(min, smaller)
#undef SIMT_SIMD
#undef SIMT_SIMD_1
#undef SIMT_SIMD_2
#undef SIMT_SIMD_SUM
#undef SIMT_SIMD_COMPARE
#undef SIMT_SIMD_OF_WORDS
// NOLINTEND(bugprone-macro-parentheses)
