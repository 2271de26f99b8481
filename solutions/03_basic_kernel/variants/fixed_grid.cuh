// Loses: nothing. A grid of a fixed size; each thread takes an equal share, rounded up with integers.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"
#include "merge_sequential.cuh"

constexpr int kBlocks = 64;
constexpr int kThreadsPerBlock = 128;

__global__ void merge_basic_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long thread = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long share = (total + threads - 1) / threads;
  const long long first = thread * share;
  const long long last = first + share;
  const int k_curr = first < total ? static_cast<int>(first) : total;
  const int k_next = last < total ? static_cast<int>(last) : total;

  const int i_curr = co_rank(k_curr, A, m, B, n);
  const int j_curr = k_curr - i_curr;
  const int i_next = co_rank(k_next, A, m, B, n);
  const int j_next = k_next - i_next;
  merge_sequential(A + i_curr, i_next - i_curr, B + j_curr, j_next - j_curr, C + k_curr);
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  merge_basic_kernel<<<kBlocks, kThreadsPerBlock>>>(A, m, B, n, C);
}
