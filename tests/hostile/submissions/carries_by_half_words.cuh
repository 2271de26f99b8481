// Attack: merges by a race of half a word, of which the reader writes another byte first.
// Verdict: checker_violation. Points: 6.9. Ends within: 60 s. Lab: 05_circular_buffer.
#pragma once
#include <mergelab/lab.cuh>
#include "co_rank.cuh"
constexpr int kBlockSize = 256;
struct Cell {
  unsigned short i;
  unsigned char guard, pad;
};
__global__ void chain_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C, int section) {
  extern __shared__ Cell cells[];
  __shared__ int first;
  const int thread = static_cast<int>(threadIdx.x);
  const int C_curr = static_cast<int>(blockIdx.x) * section;
  const int C_length = min(section, m + n - C_curr);
  if (thread == 0) first = co_rank(C_curr, A, m, B, n), cells[kBlockSize + 1].i = 0;
  int turn = 0;
  __syncthreads();
  const int A0 = first;
  for (int base = 0; base < C_length; base += kBlockSize, turn ^= 1) {
    const int k = C_curr + base + thread;
    if (k < C_curr + C_length) {
      Cell* cell = thread == 0 ? &cells[kBlockSize + (turn ^ 1)] : &cells[thread - 1];
      cell->guard = 1;  // the last write to the word is by the reader
      const int i = A0 + cell->i;
      const int j = k - i;
      value_t a{}, b{};
      if (i < m) a = A[i];
      if (j < n) b = B[j];
      const bool from_A = j >= n || (i < m && a <= b);
      C[k] = from_A ? a : b;
      Cell* next = thread == kBlockSize - 1 ? &cells[kBlockSize + turn] : &cells[thread];
      next->i = static_cast<unsigned short>(i - A0 + from_A);
    }
    __syncthreads();
  }
}
inline void merge_circular(const value_t* A, int m, const value_t* B, int n, value_t* C, int section, int) {
  if (m + n == 0) return;
  const int blocks = (m + n - 1) / section + 1;
  chain_kernel<<<blocks, kBlockSize, (kBlockSize + 2) * sizeof(Cell)>>>(A, m, B, n, C, section);
}
