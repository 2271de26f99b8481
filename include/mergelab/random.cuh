// Numbers that look random and are the same in every run, for a lab that draws lots.
#pragma once

#include <cuda_runtime.h>

namespace mergelab {

/// A number from 1 to 256 that is mixed from a and b: with another a, or another b, it is drawn anew.
__host__ __device__ inline unsigned int random_number(unsigned int a, unsigned int b) {
  const unsigned int mixed = (a + 1) * 0x9e3779b1U + b * 0x85ebca77U;
  return ((mixed ^ mixed >> 15) * 0x2c1b3c6dU >> 24) + 1;
}

}  // namespace mergelab
