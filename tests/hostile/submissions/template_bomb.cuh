// Attack: templates that double at each level.
// Verdict: timed_out or resource_limit. Points: 0. Ends within: 60 s.
#pragma once

#include <mergelab/lab.cuh>

template <int N, int Way>
struct Bomb {
  static constexpr long long value = Bomb<N - 1, Way * 2>::value + Bomb<N - 1, Way * 2 + 1>::value;
};
template <int Way>
struct Bomb<0, Way> {
  static constexpr long long value = Way;
};
static_assert(Bomb<26, 1>::value == 0);

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
