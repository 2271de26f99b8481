// Arithmetic with other rounding modes than the processor's default.
#include <simt/rounding.hpp>

#include <cfenv>
#include <cmath>

namespace simt {
namespace {

#if defined(__x86_64__)
// All arithmetic here is SSE's, and fesetround() also sets the mode of the older unit, which takes most of
// its time.
void set_mode(Rounding rounding) {
  constexpr unsigned kAll = 0x6000, kModes[] = {0, 0x2000, 0x4000, 0x6000};
  __builtin_ia32_ldmxcsr((__builtin_ia32_stmxcsr() & ~kAll) | kModes[static_cast<unsigned>(rounding)]);
}
#else
void set_mode(Rounding rounding) {
  constexpr int kModes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  std::fesetround(kModes[static_cast<unsigned>(rounding)]);
}
#endif

/// Volatile operands and results keep the arithmetic between the two changes of the mode.
template <class To, class F>
To in_mode(Rounding rounding, const F& compute) {
  if (rounding == Rounding::Nearest) return compute();
  set_mode(rounding);
  const volatile To result = compute();
  set_mode(Rounding::Nearest);
  return result;
}

template <class T>
T compute(Rounding rounding, Arithmetic what, T first, T second, T third) {
  const volatile T a = first, b = second, c = third;
  return in_mode<T>(rounding, [&]() -> T {
    switch (what) {
      case Arithmetic::Add:
        return a + b;
      case Arithmetic::Subtract:
        return a - b;
      case Arithmetic::Multiply:
        return a * b;
      case Arithmetic::Divide:
        return a / b;
      case Arithmetic::Root:
        return std::sqrt(T(a));
      case Arithmetic::Fma:
        break;
    }
    return std::fma(T(a), T(b), T(c));
  });
}

template <class To, class From>
To convert(Rounding rounding, From from) {
  const volatile From value = from;
  return in_mode<To>(rounding, [&] { return static_cast<To>(value); });
}

}  // namespace

float rounded(Rounding rounding, Arithmetic what, float a, float b, float c) {
  return compute(rounding, what, a, b, c);
}
double rounded(Rounding rounding, Arithmetic what, double a, double b, double c) {
  return compute(rounding, what, a, b, c);
}
float to_float(Rounding rounding, double value) { return convert<float>(rounding, value); }
float to_float(Rounding rounding, long long value) { return convert<float>(rounding, value); }
float to_float(Rounding rounding, unsigned long long value) { return convert<float>(rounding, value); }
double to_double(Rounding rounding, long long value) { return convert<double>(rounding, value); }
double to_double(Rounding rounding, unsigned long long value) { return convert<double>(rounding, value); }

}  // namespace simt
