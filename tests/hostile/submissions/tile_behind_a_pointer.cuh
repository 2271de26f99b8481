// Attack: keeps a whole section in static shared memory of a function that it calls by a pointer.
// Verdict: wrong_answer or crashed. Points: 9.1. Ends within: 60 s. Lab: 05_circular_buffer.
#pragma once
// Loads a whole section at once into shared memory that no reference of the kernel's shows.
#include <mergelab/lab.cuh>
#include "co_rank.cuh"

constexpr int kThreads = 256;
constexpr int kHeld = 10240;  // elements; of 4 bytes 40 KiB

using Body = void (*)(const value_t*, int, const value_t*, int, value_t*, int);

__device__ inline void merge_whole(const value_t* A, int m, const value_t* B, int n, value_t* C,
                                   int section) {
  __shared__ value_t held[kHeld];
  __shared__ int bounds[2];
  const int thread = static_cast<int>(threadIdx.x);
  const int first = static_cast<int>(blockIdx.x) * section;
  const int all = min(section, m + n - first);
  for (int done = 0; done < all; done += kHeld) {  // one turn in every case but the largest
    const int from = first + done, count = min(kHeld, all - done);
    if (thread < 2) bounds[thread] = co_rank(from + thread * count, A, m, B, n);
    __syncthreads();
    const int a = bounds[0], a_count = bounds[1] - a, b = from - a, b_count = count - a_count;
    for (int i = thread; i < a_count; i += kThreads) held[i] = A[a + i];
    for (int j = thread; j < b_count; j += kThreads) held[a_count + j] = B[b + j];
    __syncthreads();
    const value_t* const HA = held;
    const value_t* const HB = held + a_count;
    // Each output by its own rank search, coalesced: no share, no tile C.
    for (int k = thread; k < count; k += kThreads) {
      const int i = co_rank(k, HA, a_count, HB, b_count);
      const int j = k - i;
      C[from + k] = j >= b_count || (i < a_count && HA[i] <= HB[j]) ? HA[i] : HB[j];
    }
    __syncthreads();
  }
}
__device__ Body kBody = merge_whole;
__global__ void merge_circular_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C,
                                      int section, Body body) {
  body(A, m, B, n, C, section);
}

inline void merge_circular(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                           int tile) {
  if (m + n == 0) return;
  Body body = nullptr;
  cudaMemcpyFromSymbol(&body, kBody, sizeof body);
  const int blocks = (m + n - 1) / section + 1;
  merge_circular_kernel<<<blocks, kThreads>>>(A, m, B, n, C, section, body);
}
