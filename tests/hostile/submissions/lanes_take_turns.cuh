// Attack: merges in global memory, lane after lane, so that a warp's loads seem to be one.
// Verdict: too_slow. Points: 13.07. Ends within: 60 s. Lab: 05_circular_buffer.
#pragma once
#include <cuda/atomic>
#include <mergelab/lab.cuh>
#include "co_rank.cuh"
constexpr int kWarps = 2;
__global__ void merge_circular_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C,
                                      int section, int tile) {
  __shared__ int bounds[kWarps + 1];
  __shared__ int turn[kWarps], used[kWarps];
  __shared__ value_t headA[kWarps], headB[kWarps];
  const int C_curr = static_cast<int>(blockIdx.x) * section;
  const int C_length = min(section, m + n - C_curr);
  const int thread = static_cast<int>(threadIdx.x);
  const int part = (C_length + kWarps - 1) / kWarps;
  if (thread <= kWarps) bounds[thread] = co_rank(C_curr + min(thread * part, C_length), A, m, B, n);
  __syncthreads();
  const int w = thread / 32, lane = thread % 32;
  const int k0 = min(w * part, C_length), k1 = min(k0 + part, C_length);
  const int a0 = bounds[w], a1 = bounds[w + 1];
  const int b0 = C_curr + k0 - a0, b1 = C_curr + k1 - a1;
  if (lane == 0) {
    turn[w] = k0;
    used[w] = 0;
    if (a0 < a1) headA[w] = A[a0];
    if (b0 < b1) headB[w] = B[b0];
  }
  __syncwarp();
  cuda::atomic_ref<int, cuda::thread_scope_block> my_turn(turn[w]);
  for (int k = k0 + lane; k < k1; k += 32) {
    while (my_turn.load(cuda::memory_order_acquire) != k) __nanosleep(20);
    const int i = a0 + used[w], j = C_curr + k - i;
    bool from_A = j >= b1;
    if (!from_A && i < a1) from_A = headA[w] <= headB[w];
    value_t* const head = from_A ? &headA[w] : &headB[w];
    C[C_curr + k] = *head;
    if (from_A) used[w] = i + 1 - a0;
    const value_t* const next = from_A ? A + i + 1 : B + j + 1;
    const value_t* const end = from_A ? A + a1 : B + b1;
    if (next != end) *head = *next;
    my_turn.store(k + 1, cuda::memory_order_release);
  }
}
inline void merge_circular(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                           int tile) {
  if (m + n == 0) return;
  merge_circular_kernel<<<(m + n - 1) / section + 1, kWarps * 32>>>(A, m, B, n, C, section, tile);
}
