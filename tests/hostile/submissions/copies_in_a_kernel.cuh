// Attack: reads by cudaMemcpy, called in a kernel by a pointer, so that no load is counted.
// Verdict: checker_violation. Points: 17.1. Ends within: 60 s. Lab: 05_circular_buffer.
#pragma once
// Lab 3's merge, a share of global memory for each thread, in the grid of lab 5. What a thread reads is
// fetched by cudaMemcpy, which the kernel calls by a pointer, to a place among those of its neighbours: no
// load lies apart.
#include <mergelab/lab.cuh>

constexpr int kThreads = 64;
constexpr int kRun = 8;  // outputs of a thread that are stored at a time
using Copy = cudaError_t (*)(void*, const void*, size_t, cudaMemcpyKind);

__device__ inline value_t fetch(Copy copy, value_t* place, const value_t* from) {
  if (copy == nullptr) return *from;
  copy(place, from, sizeof(value_t), cudaMemcpyDefault);
  return *place;
}

__global__ void merge_circular_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C,
                                      int section, Copy copy, value_t* places, int run) {
  extern __shared__ value_t staged[];
  const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
  value_t* const place = places + (blockIdx.x * kThreads + thread);
  const int first = static_cast<int>(blockIdx.x) * section, count = min(section, m + n - first);
  const int share = (section + kThreads * kRun - 1) / (kThreads * kRun) * kRun;
  const int k_begin = first + min(thread * share, count), k_end = first + min(thread * share + share, count);
  int low = max(0, k_begin - n), high = min(k_begin, m);
  while (low < high) {
    const int middle = low + (high - low) / 2;
    const value_t a = fetch(copy, place, A + middle);
    const value_t b = fetch(copy, place, B + (k_begin - middle - 1));
    if (a <= b) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  int i = low, j = k_begin - low;
  value_t head_A{}, head_B{};
  if (k_begin < k_end && i < m) head_A = fetch(copy, place, A + i);
  if (k_begin < k_end && j < n) head_B = fetch(copy, place, B + j);
  for (int done = 0; done < share; done += run) {
    for (int k = k_begin + done; k < min(k_begin + done + run, k_end); ++k) {
      const bool from_A = j >= n || (i < m && head_A <= head_B);
      staged[thread * (run + 1) + k - k_begin - done] = from_A ? head_A : head_B;
      from_A ? ++i : ++j;
      if (k + 1 < k_end && (from_A ? i < m : j < n)) {
        const value_t next = fetch(copy, place, from_A ? A + i : B + j);
        if (from_A)
          head_A = next;
        else
          head_B = next;
      }
    }
    __syncwarp();
    for (int e = lane; e < 32 * run; e += 32) {
      const int owner = warp * 32 + e / run;
      const int offset = owner * share + done + e % run;
      if (done + e % run < share && offset < count) C[first + offset] = staged[owner * (run + 1) + e % run];
    }
    __syncwarp();
  }
}

inline void merge_circular(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                           int tile) {
  if (m + n == 0) return;
  const int blocks = (m + n - 1) / section + 1;
  int run = kRun;
  while (run > 1 && static_cast<long long>(kThreads) * (run + 1) > 3LL * tile + 128) --run;
  value_t* places = nullptr;
  Copy copy = m + n < (1 << 20) ? &cudaMemcpy : nullptr;
  if (copy != nullptr) cudaMallocHost(&places, static_cast<size_t>(blocks) * kThreads * sizeof(value_t));
  merge_circular_kernel<<<blocks, kThreads, kThreads*(run + 1) * sizeof(value_t)>>>(A, m, B, n, C, section,
                                                                                    copy, places, run);
  if (copy != nullptr) cudaFreeHost(places);
}
