// Loses: nothing. One pass, with decoupled look-back: a block stores the sum of its part, then reads the
// blocks before it, backwards, until one knows the sum from the start. x is loaded once, and y stored once.
#pragma once

#include <cuda/atomic>
#include <mergelab/lab.cuh>

constexpr int kThreads = 128;
constexpr int kShare = 8;  // elements of a thread
constexpr int kPart = kThreads * kShare;

/// What other blocks know of a part. The state and the sum are one word, so that nobody can see one of them
/// without the other. No fence is needed, since nothing else is passed on.
struct State {
  static constexpr unsigned long long kUnknown = 0, kOwnSum = 1ull << 32, kSumFromStart = 2ull << 32;

  __device__ static void store(unsigned long long& word, unsigned long long state, float sum) {
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(word).store(state | __float_as_uint(sum),
                                                                                cuda::memory_order_relaxed);
  }
  __device__ static unsigned long long load(unsigned long long& word) {
    return cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(word).load(
        cuda::memory_order_relaxed);
  }
};

/// Returns the sum of all parts before `part`. For one thread.
__device__ inline float look_back(unsigned long long* states, int part) {
  float sum = 0;
  for (int other = part - 1; other >= 0;) {
    const unsigned long long word = State::load(states[other]);
    const unsigned long long state = word & ~0xffffffffull;
    if (state == State::kUnknown) continue;  // that block runs, since it has its ticket: it will store
    sum += __uint_as_float(static_cast<unsigned int>(word));
    if (state == State::kSumFromStart) break;
    --other;
  }
  return sum;
}

__global__ void scan_kernel(const float* x, int n, float* y, unsigned int* tickets,
                            unsigned long long* states) {
  __shared__ float part_of_x[kPart];
  __shared__ float of_warps[kThreads / 32];
  __shared__ float sum_before;
  __shared__ int ticket;
  const int thread = static_cast<int>(threadIdx.x);

  // Blocks begin in any order. Parts are given out in the order in which blocks begin, so that a block waits
  // only for blocks that have begun.
  if (thread == 0) ticket = static_cast<int>(atomicAdd(tickets, 1u));
  __syncthreads();  // the ticket is there
  const int part = ticket;
  const int first = part * kPart;
  const int length = min(kPart, n - first);

  for (int k = thread; k < kPart; k += kThreads) part_of_x[k] = k < length ? x[first + k] : 0;
  __syncthreads();  // the part is there before threads take their shares

  float own[kShare];  // scanned
  float sum = 0;
  for (int k = 0; k < kShare; ++k) own[k] = sum += part_of_x[thread * kShare + k];

  float up_to = sum;  // over the lanes up to this one
  const int lane = thread % 32;
  for (int step = 1; step < 32; step *= 2) {
    const float left = __shfl_up_sync(0xffffffffu, up_to, step);
    if (lane >= step) up_to += left;
  }
  if (lane == 31) of_warps[thread / 32] = up_to;
  __syncthreads();  // the sums of all warps are there
  float before = up_to - sum;
  for (int warp = 0; warp < thread / 32; ++warp) before += of_warps[warp];

  if (thread == kThreads - 1) {
    const float total = before + sum;
    if (part > 0)
      State::store(states[part], State::kOwnSum, total);  // later blocks need not wait for this one
    sum_before = look_back(states, part);
    State::store(states[part], State::kSumFromStart, sum_before + total);
  }
  __syncthreads();  // the sum of the parts before is there

  for (int k = 0; k < kShare; ++k) part_of_x[thread * kShare + k] = sum_before + before + own[k];
  __syncthreads();  // the part is scanned before other threads store it
  for (int k = thread; k < length; k += kThreads) y[first + k] = part_of_x[k];
}

inline void scan(const float* x, int n, float* y) {
  const int parts = (n + kPart - 1) / kPart;
  if (parts == 0) return;
  unsigned long long* states = nullptr;  // of each part, and one word for the tickets
  cudaMalloc(&states, (parts + 1) * sizeof *states);
  cudaMemset(states, 0, (parts + 1) * sizeof *states);
  scan_kernel<<<parts, kThreads>>>(x, n, y, reinterpret_cast<unsigned int*>(states + parts), states);
  cudaFree(states);
}
