// Loses: nothing. Each warp copies a chunk of the long array, and finds the ranks of its ends as one: it asks
// about 32 elements in a round. There is no shared memory and no barrier.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kThreads = 128;
constexpr int kItems = 64;           // elements for each lane of a warp that copies
constexpr int kChunk = 32 * kItems;  // and for a warp

/// An array, and whether its elements come before equal ones of the other array.
struct Sorted {
  const value_t* keys;
  int length;
  bool is_A;
};

__device__ inline bool comes_before(const Sorted& other, int at, const value_t& key) {
  return other.is_A ? other.keys[at] <= key : other.keys[at] < key;
}

/// How many elements of `other` between low and high come before `key`, and all in front of low. By a lane.
__device__ inline int rank_between(int low, int high, const Sorted& other, const value_t& key) {
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (comes_before(other, middle, key)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// How many elements of `other` come before `key`, which all lanes of the warp give. By all of them.
__device__ inline int rank_by_warp(const Sorted& other, const value_t& key) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  int low = 0;
  int high = other.length;
  while (low < high) {
    const int step = (high - low + 31) / 32;
    const int at = min(low + lane * step, high - 1);
    const int count = __popc(__ballot_sync(0xffffffff, comes_before(other, at, key)));
    const int first_no = min(low + count * step, high - 1);
    if (count > 0) low = min(low + (count - 1) * step, high - 1) + 1;
    if (count < 32) high = first_no;
  }
  return low;
}

/// Each warp copies a chunk of the longer array.
__global__ void copy_by_warps_kernel(Sorted longer, Sorted shorter, value_t* C) {
  const long long warp = (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x % 32);
  if (warp * kChunk >= longer.length) return;
  const int begin = static_cast<int>(warp) * kChunk;
  const int end = begin + min(kChunk, longer.length - begin);
  int rank = rank_by_warp(shorter, longer.keys[begin]);
  const int last_rank = rank_by_warp(shorter, longer.keys[end - 1]);
  for (int p = begin + lane; p < end; p += 32) {
    const value_t key = longer.keys[p];
    rank = rank_between(rank, last_rank, shorter, key);  // the keys of a lane rise, and their ranks with them
    C[p + rank] = key;
  }
}

/// Stores each element of `own`; a thread searches for one.
__global__ void scatter_kernel(Sorted own, Sorted other, value_t* C) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x < own.length) C[x + rank_between(0, other.length, other, own.keys[x])] = own.keys[x];
}

inline void merge_scatter(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const Sorted a{A, m, true}, b{B, n, false};
  const Sorted& shorter = m < n ? a : b;
  const Sorted& longer = m < n ? b : a;
  if (longer.length == 0) return;
  if (shorter.length > 0) {
    scatter_kernel<<<(shorter.length - 1) / kThreads + 1, kThreads>>>(shorter, longer, C);
  }
  if (longer.length / 32 > shorter.length) {
    copy_by_warps_kernel<<<(longer.length - 1) / (kThreads * kItems) + 1, kThreads>>>(longer, shorter, C);
  } else {
    scatter_kernel<<<(longer.length - 1) / kThreads + 1, kThreads>>>(longer, shorter, C);
  }
}
