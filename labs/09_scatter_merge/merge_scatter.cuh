// Merges two sorted arrays by rank and scatter: each element finds its own place in C, and is stored there.
// If one array is much longer than the other one, its elements go there by whole runs.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kThreads = 256;             // of a block
constexpr int kItems = 16;                // elements of the longer array that a thread copies
constexpr int kTile = kThreads * kItems;  // and a block
// An array of more than a tile that is more than this many times as long as the other one is copied by runs.
constexpr int kLopsided = 8;

/// A or B, or a part of it: sorted.
struct Part {
  const value_t* keys;
  int length;
  bool of_A;
};

/// The rank of `key` in `other`, a part of the other array: how many of its elements come
/// before key in C. These are the smaller ones, and A's come before equal ones of B.
__device__ inline int rank_in(const Part& other, const value_t& key) {
  // TODO 1 begin: search `other` by halves
  LAB_TODO(1);
  return 0;
  // TODO 1 end
}

/// Block `block` of those that scatter `own`: each thread stores one element in its place in C.
__device__ inline void scatter(int block, const Part& own, const Part& other, value_t* C) {
  // TODO 2 begin: one element for each thread. In front of own.keys[x], C has x elements of `own`, and as
  //               many of `other` as its rank says
  LAB_TODO(2);
  // TODO 2 end
}

/// Block `tile` of those that copy `own`: kTile elements in a row. The few elements of `other` that belong
/// between them, the splitters, cut the tile into runs: all elements of a run have the same rank.
__device__ inline void copy_tile(int tile, const Part& own, const Part& other, value_t* C) {
  [[maybe_unused]] __shared__ int ranks[2];  // of the tile's first and last element
  [[maybe_unused]] const int thread = static_cast<int>(threadIdx.x);
  const int begin = tile * kTile;
  [[maybe_unused]] const int length = min(kTile, own.length - begin);
  // Registers, if the compiler knows each index. So #pragma unroll the loops over them.
  [[maybe_unused]] value_t items[kItems];

  // TODO 3 begin: load the tile into items, neighbouring threads neighbouring elements; a place past its end
  //               loads its last element once more. Meanwhile two warps find the two ranks
  LAB_TODO(3);
  // TODO 3 end

  // TODO 4 begin: store each item in its place in C. Its rank is between the two
  LAB_TODO(4);
  // TODO 4 end
}

/// How many blocks it takes for `length` elements.
__host__ __device__ inline int blocks_for(int length, int per_block) {
  return length / per_block + (length % per_block > 0 ? 1 : 0);
}

/// No output waits for another one: the first blocks scatter the shorter array, and the others, at the same
/// time, copy or scatter the longer one.
__global__ void merge_scatter_kernel(Part shorter, Part longer, bool copies_runs, value_t* C) {
  const int block = static_cast<int>(blockIdx.x);
  const int first = blocks_for(shorter.length, kThreads);  // of the longer array's
  if (block < first) {
    scatter(block, shorter, longer, C);
  } else if (copies_runs) {
    copy_tile(block - first, longer, shorter, C);
  } else {
    scatter(block - first, longer, shorter, C);
  }
}

/// Merges the sorted device arrays A (m elements) and B (n elements) into the device array C (m + n elements,
/// below 2^31), stable, ties from A first, on the default stream, and returns. Needs no other memory.
inline void merge_scatter(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  if (m + n == 0) return;  // nothing to merge, and a launch of no blocks is an error

  const Part a{A, m, true}, b{B, n, false};
  const Part shorter = m <= n ? a : b;
  const Part longer = m <= n ? b : a;
  const bool copies_runs = longer.length > kTile && longer.length / kLopsided > shorter.length;
  const int blocks =
      blocks_for(shorter.length, kThreads) + blocks_for(longer.length, copies_runs ? kTile : kThreads);
  merge_scatter_kernel<<<blocks, kThreads>>>(shorter, longer, copies_runs, C);
}
