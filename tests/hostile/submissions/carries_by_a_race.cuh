// Attack: merges one output after another by a race: each thread goes on where the last has stopped.
// Verdict: checker_violation. Points: 6.9. Ends within: 60 s. Lab: 05_circular_buffer.
#pragma once
#include <mergelab/lab.cuh>
#include "co_rank.cuh"
constexpr int kBlockSize = 512;
__global__ void chain_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C, int section) {
  __shared__ int carry;
  const int thread = static_cast<int>(threadIdx.x);
  const int C_curr = static_cast<int>(blockIdx.x) * section;
  const int C_length = min(section, m + n - C_curr);
  if (thread == 0) carry = co_rank(C_curr, A, m, B, n);
  for (int base = 0; base < C_length; base += kBlockSize) {
    const int k = C_curr + base + thread;
    if (k < C_curr + C_length) {
      const int i = carry;
      const int j = k - i;
      value_t a{}, b{};
      if (i < m) a = A[i];
      if (j < n) b = B[j];
      const bool from_A = j >= n || (i < m && a <= b);
      C[k] = from_A ? a : b;
      carry = i + from_A;
    }
    __syncthreads();
  }
}
inline void merge_circular(const value_t* A, int m, const value_t* B, int n, value_t* C, int section, int) {
  if (m + n == 0) return;
  const int blocks = (m + n - 1) / section + 1;
  chain_kernel<<<blocks, kBlockSize>>>(A, m, B, n, C, section);
}
