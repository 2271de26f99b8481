// Attack: loads arguments of a variadic pointer and constructs in place, which the compiler does not report.
// Verdict: too_slow. Points: 14.8. Ends within: 60 s. Lab: 05_circular_buffer.
#pragma once

#include <mergelab/lab.cuh>
#include <new>

constexpr int kBlockSize = 128;

struct One {
  value_t value;
};
__device__ __attribute__((noinline)) value_t value_of(int, One one) { return one.value; }
__device__ inline value_t peek(const value_t* at) {
  value_t (*volatile any)(int, ...) = reinterpret_cast<value_t (*)(int, ...)>(&value_of);
  return any(1, *reinterpret_cast<const One*>(at));
}
__device__ __attribute__((noinline)) One one(value_t value) { return {value}; }
__device__ inline void poke(value_t* at, value_t value, int) { new (at) One(one(value)); }

/// Each thread merges a share of the section in global memory; before, all of them load and store something.
__global__ void merge_circular_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C,
                                      int section, int) {
  const int begin = static_cast<int>(blockIdx.x) * section, end = begin + min(section, m + n - begin);
  for (int k = begin + static_cast<int>(threadIdx.x); k < end; k += kBlockSize)
    C[k] = k < m ? A[k] : B[k - m];
  __syncthreads();
  const int share = (section + kBlockSize - 1) / kBlockSize;
  const int first = min(begin + static_cast<int>(threadIdx.x) * share, end), last = min(first + share, end);
  int low = max(0, first - n), high = min(first, m);
  while (low < high) {
    const int i = low + (high - low) / 2;
    peek(A + i) <= peek(B + (first - i - 1)) ? low = i + 1 : high = i;
  }
  int i = low, j = first - low;
  for (int k = first; k < last; ++k) {
    const bool from_A = j >= n || (i < m && peek(A + i) <= peek(B + j));
    const value_t value = from_A ? peek(A + i) : peek(B + j);
    poke(C + k, value, k - first);
    from_A ? ++i : ++j;
  }
}

inline void merge_circular(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                           int tile) {
  if (m + n == 0) return;
  merge_circular_kernel<<<(m + n - 1) / section + 1, kBlockSize>>>(A, m, B, n, C, section, tile);
}
