// The device's clock, which counts kernels' steps and measures no time. <time.h>'s clock() is the same
// function; in host code it counts its calls.
#pragma once

#include <time.h>

namespace simt {

/// Increases at every call.
long long device_clock();

}  // namespace simt

extern "C" clock_t clock() noexcept __asm__("simt_clock");

inline long long clock64() { return ::simt::device_clock(); }
