// The types and inputs that device_merge is timed with beside CUB.
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

/// What to merge: device arrays. Values are null where there are none.
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

/// CUB's merges, by the CUB of the toolkit and by the one that the script was given. With scratch null, the
/// bytes that they need go to scratch_bytes.
#define PASSING_CUB_RIVAL(name)                            \
  std::string name##_version();                            \
  cudaError_t name##_merge(Problem<int>& problem);         \
  cudaError_t name##_merge(Problem<long long>& problem);   \
  cudaError_t name##_merge(Problem<float>& problem);       \
  cudaError_t name##_merge(Problem<signed char>& problem); \
  cudaError_t name##_merge(Problem<Record>& problem);
PASSING_CUB_RIVAL(toolkit_cub)
PASSING_CUB_RIVAL(rival_cub)

/// The second one's merge with a tuning that is not its default: blocks of so many threads, each of which
/// makes so many outputs.
struct Tuned {
  int threads, items;
  cudaError_t (*merge)(Problem<int>& problem);
};
/// All that are tried; none where that CUB has no interface for them.
std::vector<Tuned> tuned_cub();
