// Loses: nothing. A block keeps the ranks of its tile's splitters in shared memory, and its threads look
// there for the run that an element belongs to.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kThreads = 256;
constexpr int kTile = 2048;
constexpr int kMostRuns = 1024;  // of a tile; one with more is searched in device memory

/// How many of keys[low] .. keys[high - 1] come before `key`, and all those in front of keys[low].
__device__ inline int rank_between(int low, int high, const value_t* keys, const value_t& key,
                                   bool equal_too) {
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (keys[middle] < key || (equal_too && !(key < keys[middle]))) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Stores the elements of S, which is short, in their places in C.
__global__ void scatter_kernel(const value_t* S, int s_length, const value_t* L, int l_length, bool S_is_A,
                               value_t* C) {
  const int s = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (s < s_length) C[s + rank_between(0, l_length, L, S[s], !S_is_A)] = S[s];
}

/// Block t copies tile t of L.
__global__ void copy_kernel(const value_t* L, int l_length, const value_t* S, int s_length, bool S_is_A,
                            value_t* C) {
  __shared__ int splitters[2];         // S[splitters[0]] .. S[splitters[1] - 1] belong into the tile
  __shared__ int run_ends[kMostRuns];  // how many of the tile's elements come before each of them
  const int thread = static_cast<int>(threadIdx.x);
  const int begin = static_cast<int>(blockIdx.x) * kTile;
  const int length = min(kTile, l_length - begin);
  if (thread == 0) splitters[0] = rank_between(0, s_length, S, L[begin], S_is_A);
  if (thread == 32) splitters[1] = rank_between(0, s_length, S, L[begin + length - 1], S_is_A);
  __syncthreads();  // both are found before any thread reads them
  const int first = splitters[0];
  const int runs = splitters[1] - first;

  if (runs > kMostRuns) {
    for (int p = thread; p < length; p += kThreads) {
      const value_t key = L[begin + p];
      C[begin + p + rank_between(first, first + runs, S, key, S_is_A)] = key;
    }
    return;  // the whole block does
  }
  for (int run = thread; run < runs; run += kThreads) {
    run_ends[run] = rank_between(0, length, L + begin, S[first + run], !S_is_A);
  }
  __syncthreads();  // all ends of runs are there before any thread looks for its elements' runs
  for (int p = thread; p < length; p += kThreads) {
    int low = 0, high = runs;  // how many runs end at or before p
    while (low < high) {
      const int middle = (low + high) / 2;
      if (run_ends[middle] <= p) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    C[begin + p + first + low] = L[begin + p];
  }
}

inline void merge_scatter(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const bool A_is_short = m <= n;
  const value_t *S = A_is_short ? A : B, *L = A_is_short ? B : A;
  const int s_length = min(m, n), l_length = max(m, n);
  if (l_length == 0) return;
  if (s_length > 0) {
    scatter_kernel<<<(s_length - 1) / kThreads + 1, kThreads>>>(S, s_length, L, l_length, A_is_short, C);
  }
  copy_kernel<<<(l_length - 1) / kTile + 1, kThreads>>>(L, l_length, S, s_length, A_is_short, C);
}
