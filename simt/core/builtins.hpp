// The engine's view of the built-in variables: <simt/builtins.hpp> declares the same variables as const for
// kernels, so no file includes both headers.
#pragma once

#include <cstdint>
#include <simt/vector_types.hpp>

extern uint3 threadIdx;
extern uint3 blockIdx;
extern dim3 blockDim;
extern dim3 gridDim;
namespace simt {
extern dim3 cluster_shape;
}

namespace simt::core {

/// The index of a grid's block of this number, counted along x first.
[[nodiscard]] inline uint3 index_of_block(std::uint64_t block) {
  return {static_cast<unsigned>(block % gridDim.x), static_cast<unsigned>(block / gridDim.x % gridDim.y),
          static_cast<unsigned>(block / gridDim.x / gridDim.y)};
}

}  // namespace simt::core
