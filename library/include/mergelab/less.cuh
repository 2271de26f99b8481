// The default order of merges.
#pragma once

#include <cuda_runtime.h>

namespace mergelab {

/// The order of operator<.
struct Less {
  template <class T>
  __host__ __device__ constexpr bool operator()(const T& a, const T& b) const {
    return a < b;
  }
};

}  // namespace mergelab
