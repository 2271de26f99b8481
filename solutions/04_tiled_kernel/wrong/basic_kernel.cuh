// Loses: loads, stores. The basic kernel in the grid of the tiled one: each thread merges its share of a
// section in global memory. Told: "Neighbouring threads use places of global memory far apart".
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

constexpr int kBlockSize = 128;

__global__ void merge_tiled_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C,
                                   int section) {
  const int C_curr = static_cast<int>(blockIdx.x) * section;
  const int C_end = C_curr + min(section, m + n - C_curr);
  const int share = (section + kBlockSize - 1) / kBlockSize;
  const int k_curr = min(C_curr + static_cast<int>(threadIdx.x) * share, C_end);
  const int k_next = min(k_curr + share, C_end);
  if (k_curr == k_next) return;
  int i = co_rank(k_curr, A, m, B, n);
  int j = k_curr - i;
  value_t head_A = i < m ? A[i] : value_t{};
  value_t head_B = j < n ? B[j] : value_t{};
  for (int k = k_curr; k < k_next; ++k) {
    const bool from_A = j >= n || (i < m && head_A <= head_B);
    C[k] = from_A ? head_A : head_B;
    if (from_A) {
      if (++i < m) head_A = A[i];
    } else {
      if (++j < n) head_B = B[j];
    }
  }
}

inline void merge_tiled(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                        int /*tile*/) {
  if (m + n == 0) return;
  const int blocks = (m + n - 1) / section + 1;
  merge_tiled_kernel<<<blocks, kBlockSize>>>(A, m, B, n, C, section);
  if (cudaGetLastError() != cudaSuccess) printf("the launch failed\n");
}
