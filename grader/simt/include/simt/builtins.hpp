// The built-in variables of a kernel. They are variables, not macros, because cudaLaunchConfig_t has members
// of the same names; const is right, since none of them changes while one CUDA thread looks on.
#pragma once

#include <simt/vector_types.hpp>

/// With a constructor, as dim3 has one: what a compiler takes for a constant it doesn't check.
struct __simt_index : uint3 {  // NOLINT(bugprone-reserved-identifier)
  constexpr __simt_index() : uint3{} {}
};

extern const __simt_index threadIdx;
extern const __simt_index blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;

constexpr int warpSize = 32;
