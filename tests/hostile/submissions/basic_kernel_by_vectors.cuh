// Attack: the basic kernel in the grid of the tiled one, by few threads that move 16 bytes at a time.
// Verdict: too_slow. Points: 15. Ends within: 60 s. Lab: 04_tiled_kernel.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

constexpr int kBlockSize = 16;
constexpr int kWide = 4;

/// The elements from `next` on, one after another, loaded 16 bytes at a time where they are aligned.
struct WideReader {
  const int* next;
  const int* end;
  int4 held{};
  int count = 0;

  __device__ WideReader(const int* begin, int length) : next(begin), end(begin + length) { load(); }
  __device__ void load() {
    if (next == end) return;
    count = 1;
    if (reinterpret_cast<size_t>(next) % sizeof(int4) == 0 && end - next >= kWide) {
      held = *reinterpret_cast<const int4*>(next);
      count = kWide;
    } else {
      held.x = *next;
    }
    next += count;
  }
  __device__ void pop() {
    held = {held.y, held.z, held.w, 0};
    if (--count == 0) load();
  }
};

template <class T>
__device__ void merge_share(const T* A, int m, const T* B, int n, T* C, int count) {
  if constexpr (sizeof(T) == sizeof(int)) {
    WideReader a(A, min(m, count)), b(B, min(n, count));
    int4 made{};
    int kept = 0;
    for (int k = 0; k < count; ++k) {
      const bool from_A = b.count == 0 || (a.count > 0 && a.held.x <= b.held.x);
      const int output = from_A ? a.held.x : b.held.x;
      if (k + 1 < count) {
        if (from_A)
          a.pop();
        else
          b.pop();
      }
      if (kept == 0 && (reinterpret_cast<size_t>(C + k) % sizeof(int4) != 0 || count - k < kWide)) {
        C[k] = output;
        continue;
      }
      made = {made.y, made.z, made.w, output};
      if (++kept < kWide) continue;
      *reinterpret_cast<int4*>(C + k - 3) = made;
      kept = 0;
    }
  } else {
    int i = 0, j = 0;
    for (int k = 0; k < count; ++k) C[k] = j >= n || (i < m && A[i] <= B[j]) ? A[i++] : B[j++];
  }
}

__global__ void merge_tiled_kernel(const value_t* A, int m, const value_t* B, int n, value_t* C,
                                   int section) {
  const int C_curr = static_cast<int>(blockIdx.x) * section;
  const int C_end = C_curr + min(section, m + n - C_curr);
  const int share = (section + kWide * kBlockSize - 1) / (kWide * kBlockSize) * kWide;
  const int k_curr = min(C_curr + static_cast<int>(threadIdx.x) * share, C_end);
  const int k_next = min(k_curr + share, C_end);
  if (k_curr == k_next) return;
  const int i = co_rank(k_curr, A, m, B, n);
  const int j = k_curr - i;
  merge_share(A + i, m - i, B + j, n - j, C + k_curr, k_next - k_curr);
}

inline void merge_tiled(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                        int /*tile*/) {
  if (m + n == 0) return;
  const int blocks = (m + n - 1) / section + 1;
  merge_tiled_kernel<<<blocks, kBlockSize>>>(A, m, B, n, C, section);
  if (cudaGetLastError() != cudaSuccess) printf("the launch failed\n");
}
