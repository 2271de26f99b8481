// Attack: guesses co-ranks from the clock, which earlier threads have moved; searches where that is wrong.
// Verdict: too_slow. Points: 14.3. Ends within: 60 s. Lab: 05_circular_buffer.
#pragma once
#include <mergelab/lab.cuh>
#include "co_rank.cuh"
constexpr int kBlockSize = 1024;
// Guesses each output's co-rank from the clock, checks the guess, and searches where it is wrong.
__global__ void chain_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C, int section) {
  __shared__ int begin;
  __shared__ int ends[33];
  const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
  const int C_curr = static_cast<int>(blockIdx.x) * section;
  const int C_length = min(section, m + n - C_curr);
  if (thread == 0) begin = co_rank(C_curr, A, m, B, n);
  for (int base = 0; base < C_length; base += kBlockSize) {
    const int count = min(kBlockSize, C_length - base);
    const long long before = clock64() / 32 + (kBlockSize - 1 - thread);
    __syncthreads();
    const int delta = static_cast<int>(clock64() / 32 - before) - 1;
    const int k = C_curr + base + thread;
    const bool mine = thread < count;
    int i = begin + (delta - thread);
    int j = k - i;
    value_t a{}, b{};
    bool inside = i >= 0 && j >= 0 && i <= m && j <= n;
    if (mine && inside && i < m) a = A[i];
    if (mine && inside && j < n) b = B[j];
    bool from_A = mine && inside && (j >= n || (i < m && a <= b));
    if (from_A) (void)clock64();
    const int next = i + from_A;
    const int expected = __shfl_up_sync(0xffffffffu, next, 1);
    bool good = !mine || (inside && (lane == 0 || i == expected));
    if (lane == 31) ends[warp + 1] = next;
    if (thread == 0) good &= delta == 0;
    __syncthreads();
    if (mine && lane == 0 && warp > 0) good &= i == ends[warp];
    if (!__syncthreads_and(good)) {
      if (mine) {
        i = co_rank(k, A, m, B, n);
        j = k - i;
        if (i < m) a = A[i];
        if (j < n) b = B[j];
        from_A = j >= n || (i < m && a <= b);
      }
    }
    if (mine) C[k] = from_A ? a : b;
    if (thread == count - 1) begin = i + from_A;
  }
}
inline void merge_circular(const value_t* A, int m, const value_t* B, int n, value_t* C, int section, int) {
  if (m + n == 0) return;
  const int blocks = (m + n - 1) / section + 1;
  chain_kernel<<<blocks, kBlockSize>>>(A, m, B, n, C, section);
}
