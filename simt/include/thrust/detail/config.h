// All headers of Thrust include this one first. It makes the engine Thrust's device system, and has Thrust's
// own headers compile as for a host compiler.
#pragma once

#if !defined(SIMT_PROGRAM)
#error "labs have no Thrust; call cudaMalloc and launch kernels of your own"
#else
#pragma push_macro("__CUDACC__")
#pragma push_macro("__NVCC__")
#undef __CUDACC__
#undef __NVCC__
#include_next <thrust/detail/config.h>
#pragma pop_macro("__NVCC__")
#pragma pop_macro("__CUDACC__")
#define __HOST_DEFINES_H__  // else they undefine __host__ and __device__
// Which headers complete a device system. The engine's are in one file.
#undef __THRUST_DEVICE_SYSTEM_ROOT
// clang-format off
#define __THRUST_DEVICE_SYSTEM_ROOT thrust/system/cpp
// clang-format on
#include <simt/thrust.hpp>
#endif
