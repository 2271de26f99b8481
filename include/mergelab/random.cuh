// Pseudo-random numbers that are the same in every run.
#pragma once

#include <cuda_runtime.h>

namespace mergelab {

/// Returns a number from 1 to 256, mixed from a and b.
__host__ __device__ inline unsigned int random_number(unsigned int a, unsigned int b) {
  const unsigned int mixed = (a + 1) * 0x9e3779b1U + b * 0x85ebca77U;
  return ((mixed ^ mixed >> 15) * 0x2c1b3c6dU >> 24) + 1;
}

}  // namespace mergelab
