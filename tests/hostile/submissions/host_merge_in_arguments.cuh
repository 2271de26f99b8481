// Attack: merges on the host, and passes the path to kernels as arguments, a bit for each output.
// Verdict: checker_violation. Points: 0. Ends within: 120 s. Lab: 03_basic_kernel.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kOutputs = 16384;  // of a launch

struct Path {
  unsigned from_a[kOutputs / 32];
};

__global__ void follow(const value_t* A, const value_t* B, value_t* C, int count, Path path) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * 32;
  if (first >= count) return;
  int i = 0;
  for (int word = 0; word < first / 32; ++word) i += __popc(path.from_a[word]);
  for (int k = first; k < first + 32 && k < count; ++k) {
    const bool from_a = (path.from_a[k / 32] >> k % 32 & 1) != 0;
    C[k] = from_a ? A[i] : B[k - i];
    if (from_a) ++i;
  }
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  value_t* inputs;
  if (m + n == 0) return;
  cudaMallocHost(&inputs, (m + n) * sizeof(value_t));
  cudaMemcpy(inputs, A, m * sizeof(value_t), cudaMemcpyDeviceToHost);
  cudaMemcpy(inputs + m, B, n * sizeof(value_t), cudaMemcpyDeviceToHost);
  for (int i = 0, j = 0; i + j < m + n;) {
    const int i_begin = i, j_begin = j, k_begin = i + j;
    const int count = min(kOutputs, m + n - k_begin);
    Path path{};
    for (int k = 0; k < count; ++k) {
      const bool from_a = j == n || (i < m && inputs[i] <= inputs[m + j]);
      if (from_a) path.from_a[k / 32] |= 1U << k % 32;
      from_a ? ++i : ++j;
    }
    follow<<<(count + 2047) / 2048, 64>>>(A + i_begin, B + j_begin, C + k_begin, count, path);
  }
  cudaFreeHost(inputs);
}
