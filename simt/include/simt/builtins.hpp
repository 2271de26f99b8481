// A kernel's built-in variables. They are variables, not macros, because cudaLaunchConfig_t has members of
// the same names; const is right, since none of them changes while one CUDA thread runs.
#pragma once

#include <simt/vector_types.hpp>

/// With a constructor, like dim3: compilers don't check accesses to constants.
struct __simt_index : uint3 {  // NOLINT(bugprone-reserved-identifier)
  constexpr __simt_index() : uint3{} {}
};

extern const __simt_index threadIdx;
extern const __simt_index blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;

namespace simt {
/// The blocks in a cluster; 1, 1, 1 without clusters.
extern const dim3 cluster_shape;
}  // namespace simt

constexpr int warpSize = 32;
