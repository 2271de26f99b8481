// CUDA on the CPU engine, for .cu files without a CUDA toolkit. Names and behaviour are CUDA's; unsupported
// functions are missing or fail to compile with a sentence. Includes no C++ standard header, directly or
// indirectly: they would dominate the compile time of a kernel.
#pragma once

#if defined(__CUDACC__) && !defined(SIMT_CC)
#error "this cuda_runtime.h belongs to the CPU engine; nvcc must find the toolkit's own"
#endif

#include <simt/keywords.hpp>

SIMT_HOST_DEVICE_BEGIN

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <driver_types.h>
#include <vector_functions.h>
#include <vector_types.h>

#include <simt/atomics.hpp>
#include <simt/barrier.hpp>
#include <simt/builtins.hpp>
#include <simt/clock.hpp>
#include <simt/graphs.hpp>
#include <simt/launch.hpp>
#include <simt/math.hpp>
#include <simt/memory_pools.hpp>
#include <simt/occupancy.hpp>
#include <simt/runtime_api.hpp>
#include <simt/spans.hpp>
#include <simt/textures.hpp>
#include <simt/unsupported.hpp>
#include <simt/warp.hpp>
#if !defined(SIMT_HOST_FILE)  // a program's other files may use the names
#include <simt/intrinsics.hpp>
#include <simt/rounding.hpp>
#if defined(SIMT_PROGRAM)
#include <simt/clusters.hpp>
#include <simt/simd.hpp>
/// What CUB 1.17 calls in the place of the deprecated cudaDeviceSynchronize().
SIMT_INLINE cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() { return cudaDeviceSynchronize(); }
#endif
#endif

#if defined(__CUDA__)  // clang's launch function
extern "C" unsigned int __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = nullptr);
extern "C" cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = nullptr);
#endif
SIMT_HOST_DEVICE_END

// A whole program gets what nvcc's compiler brings along.
#if defined(SIMT_PROGRAM)
#include <limits.h>
#include <time.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>
#if !defined(SIMT_HOST_FILE)
#include <simt/ptx.hpp>
#endif
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#endif

// Other headers need these, above all helper_cuda.h of NVIDIA's samples.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
