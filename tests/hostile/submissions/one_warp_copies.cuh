// Attack: merges a long array with a short one by one warp, and other inputs by many threads.
// Verdict: too_slow. Points: 19.9. Ends within: 120 s. Lab: 09_scatter_merge.
#pragma once
#include <mergelab/lab.cuh>
#include "merge_basic.cuh"
__device__ inline int shfl(int v, int l) { return __shfl_sync(~0u, v, l); }
template <class R>
__device__ inline R shfl(R v, int l) {
  v.key = __shfl_sync(~0u, v.key, l);
  v.origin = __shfl_sync(~0u, v.origin, l);
  return v;
}
__global__ void one_warp(const value_t* S, int ns, const value_t* L, int nl, bool S_is_A, value_t* C) {
  const int lane = threadIdx.x;
  int s = 0, held = -1;
  value_t mineS{};
  for (int base = 0; base < nl; base += 32) {
    const int p = base + lane;
    const bool there = p < nl;
    value_t own{};
    if (there) own = L[p];
    int mine = s;          // of the short array in front of own
    for (; s < ns; ++s) {  // all lanes look at the same element
      if (s / 32 != held) {
        held = s / 32;
        if (held * 32 + lane < ns) mineS = S[held * 32 + lane];
      }
      const value_t key = shfl(mineS, s % 32);
      const bool before = !there || (S_is_A ? key <= own : key < own);  // key comes before own
      if (there && before) ++mine;
      const unsigned first = __ballot_sync(~0u, before);
      if (first == 0 || !(__ballot_sync(~0u, there && before))) break;  // after this chunk
      const int f = __ffs(first) - 1;
      if (lane == 0) C[base + f + s] = key;
    }
    if (there) C[p + mine] = own;
  }
  for (; s < ns; ++s)
    if (lane == 0) C[nl + s] = S[s];
}
inline void merge_scatter(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const bool aS = m <= n;
  const int ns = aS ? m : n, nl = aS ? n : m;
  if (nl < 4096 || nl / 64 < ns) return merge_basic(A, m, B, n, C);
  one_warp<<<1, 32>>>(aS ? A : B, ns, aS ? B : A, nl, aS, C);
}
