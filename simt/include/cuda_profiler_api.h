// The profiler's begin and end, without effect here.
#pragma once
#include <cuda_runtime.h>

inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }
