// Loses: nothing. Small shares in a grid-stride loop: a fixed grid, and a warp's accesses stay close
// together.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"

constexpr int kBlocks = 64;
constexpr int kThreadsPerBlock = 128;
constexpr int kOutputsPerThread = 8;

__global__ void merge_basic_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const long long total = m + n;
  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x * kOutputsPerThread;
  const long long thread = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (long long first = thread * kOutputsPerThread; first < total; first += stride) {
    const long long last = first + kOutputsPerThread;
    const int k_curr = static_cast<int>(first);
    const int k_next = static_cast<int>(last < total ? last : total);

    const int i_curr = co_rank(k_curr, A, m, B, n);
    const int j_curr = k_curr - i_curr;
    const int i_next = co_rank(k_next, A, m, B, n);
    const int j_next = k_next - i_next;
    merge_sequential(A + i_curr, i_next - i_curr, B + j_curr, j_next - j_curr, C + k_curr);
  }
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  merge_basic_kernel<<<kBlocks, kThreadsPerBlock>>>(A, m, B, n, C);
}
