// The device's clock, which counts what kernels do and measures no time; <time.h>'s clock() is the same
// function in host code, where it has no answer.
#pragma once

#include <time.h>

namespace simt {

/// Larger at every call.
long long device_clock();

}  // namespace simt

extern "C" clock_t clock() noexcept __asm__("simt_clock");

inline long long clock64() { return ::simt::device_clock(); }
