// The types and inputs with which device_merge and CUB are timed.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <string>
#include <vector>

/// 16 bytes, ordered by key.
struct alignas(16) Record {
  int key;
  int payload[3];
};
struct ByKey {
  __host__ __device__ bool operator()(const Record& a, const Record& b) const { return a.key < b.key; }
};
struct Less {
  template <class T>
  __host__ __device__ bool operator()(const T& a, const T& b) const {
    return a < b;
  }
};

/// A merge's device arrays. Values are null for merges of only keys.
template <class Key>
struct Problem {
  const Key *A, *B;
  std::int64_t m, n;
  Key* C;
  const int *A_values, *B_values;
  int* C_values;
  void* scratch;
  std::size_t scratch_bytes;
};

/// The merges of the toolkit's CUB and of the script's. With scratch null, they set scratch_bytes to their
/// size.
#define PASSING_CUB_RIVAL(name)                            \
  std::string name##_version();                            \
  cudaError_t name##_merge(Problem<int>& problem);         \
  cudaError_t name##_merge(Problem<long long>& problem);   \
  cudaError_t name##_merge(Problem<float>& problem);       \
  cudaError_t name##_merge(Problem<signed char>& problem); \
  cudaError_t name##_merge(Problem<Record>& problem);
PASSING_CUB_RIVAL(toolkit_cub)
PASSING_CUB_RIVAL(rival_cub)

/// The second one's merge with another tuning than its default: the threads of a block, and the outputs of a
/// thread.
struct Tuned {
  int threads, items;
  cudaError_t (*merge)(Problem<int>& problem);
};
/// All tunings to try; empty if that CUB has no interface for them.
std::vector<Tuned> tuned_cub();
