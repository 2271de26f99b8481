// Loses: nothing. The kernel stores by atomics, in memory of its own, which the host then copies to C. A copy
// is enough where there is nothing to merge.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

constexpr int kThreadsPerBlock = 256;
constexpr int kOutputsPerThread = 8;

template <class T>
__device__ inline void store(T* to, T value) {
  if constexpr (sizeof(T) == sizeof(int)) {
    atomicExch(to, value);
  } else {
    *to = value;
  }
}

__global__ void merge_basic_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  const long long first = (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x) * kOutputsPerThread;
  if (first >= total) return;
  const int k_curr = static_cast<int>(first);
  const int k_next = total - k_curr > kOutputsPerThread ? k_curr + kOutputsPerThread : total;

  int i = co_rank(k_curr, A, m, B, n);
  int j = k_curr - i;
  value_t head_A = A[min(i, m - 1)];
  value_t head_B = B[min(j, n - 1)];
  for (int k = k_curr; k < k_next; ++k) {
    if (j == n || (i < m && head_A <= head_B)) {
      store(C + k, head_A);
      if (++i < m) head_A = A[i];
    } else {
      store(C + k, head_B);
      if (++j < n) head_B = B[j];
    }
  }
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  if (total == 0) return;
  const std::size_t bytes = total * sizeof(value_t);
  if (m == 0 || n == 0) {
    cudaMemcpyAsync(C, m > 0 ? A : B, bytes, cudaMemcpyDeviceToDevice);
    return;
  }
  value_t* merged = nullptr;
  if (cudaMalloc(&merged, bytes) != cudaSuccess) return;
  constexpr int kOutputsPerBlock = kThreadsPerBlock * kOutputsPerThread;
  const int blocks = total / kOutputsPerBlock + (total % kOutputsPerBlock > 0 ? 1 : 0);
  merge_basic_kernel<<<blocks, kThreadsPerBlock>>>(A, m, B, n, merged);
  cudaMemcpy(C, merged, bytes, cudaMemcpyDeviceToDevice);
  cudaFree(merged);
}
