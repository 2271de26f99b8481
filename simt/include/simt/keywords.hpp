// CUDA's declaration keywords in C++.
#pragma once

// simt-cc reads and removes them, and makes thread-local variables of the shared ones: all fibers of the
// engine share one OS thread, and a module with kernels is a separate shared object, whose thread-local
// segment is the block's shared memory, including `extern __shared__ T x[];`.
#if defined(SIMT_CC)
#define __global__ __simt_global__
#define __device__ __simt_device__
#define __host__ __simt_host__
#define __constant__ __simt_constant__
#define __managed__ __simt_managed__
#define __shared__ __simt_shared__
#elif defined(__CUDA__)
// For an editor, clang reads the file as CUDA: it checks callers, and parses `<<<>>>`.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __shared__ __attribute__((shared))
#else
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __shared__ thread_local
#endif
// Between them are the engine's functions, which an editor treats as both host and device functions.
#if defined(__CUDA__)
#define SIMT_HOST_DEVICE_BEGIN _Pragma("clang force_cuda_host_device begin")
#define SIMT_HOST_DEVICE_END _Pragma("clang force_cuda_host_device end")
#else
#define SIMT_HOST_DEVICE_BEGIN
#define SIMT_HOST_DEVICE_END
#endif
#define __grid_constant__
// Empty: a new word would break the `__attribute__((__noinline__, …))` of g++'s <string>.
#define __noinline__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)

// PTX is for GPUs. (The compiler's own headers use __asm__.) A policy refuses more of it, and simt-cc
// translates a program's.
#if !defined(SIMT_POLICY) && !defined(SIMT_PROGRAM)
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wkeyword-macro"
#endif
#define asm _Pragma("GCC error \"the CPU engine has no inline PTX (asm); write it in C++\"") asm
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
#endif

// simt-cc reads it from a program's kernels.
#if defined(SIMT_PROGRAM) && defined(SIMT_CC)
#define __cluster_dims__(...) __simt_cluster_dims__(__VA_ARGS__)
#elif defined(SIMT_PROGRAM)
#define __cluster_dims__(...)
#else
#define __cluster_dims__(...) _Pragma("GCC error \"labs have no thread block clusters; launch plain blocks\"")
#endif

#if defined(__clang__)
namespace simt {
struct CompiledByClang;  // seen by simt-cc, which gives each compiler the flags that it knows
#if __clang_major__ < 16
struct CompiledByOldClang;
#endif
}  // namespace simt
#endif
