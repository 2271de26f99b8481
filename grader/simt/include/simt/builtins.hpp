// The built-in variables of a kernel. They are variables, not macros, because cudaLaunchConfig_t has members
// of the same names; const is right, since none of them changes while one CUDA thread looks on.
#pragma once

#include <simt/vector_types.hpp>

extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;

constexpr int warpSize = 32;
