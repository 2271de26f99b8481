// Loses: large. Computes thread * (m + n) in 32 bits, which is too few once there are many outputs.
// Told: "Products such as thread * (m + n) need 64 bits".

#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"

constexpr int kBlocks = 64;
constexpr int kThreadsPerBlock = 128;

__global__ void merge_basic_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  const int threads = gridDim.x * blockDim.x;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int k_curr = thread * total / threads;
  const int k_next = (thread + 1) * total / threads;

  const int i_curr = co_rank(k_curr, A, m, B, n);
  const int j_curr = k_curr - i_curr;
  const int i_next = co_rank(k_next, A, m, B, n);
  const int j_next = k_next - i_next;
  merge_sequential(A + i_curr, i_next - i_curr, B + j_curr, j_next - j_curr, C + k_curr);
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  merge_basic_kernel<<<kBlocks, kThreadsPerBlock>>>(A, m, B, n, C);
}
