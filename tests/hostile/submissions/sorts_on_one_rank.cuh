// Attack: gives all keys to one rank, which sorts them and deals them out evenly.
// Verdict: too_slow. Points: 19.5. Ends within: 180 s. Lab: 10_sample_sort.
#pragma once
#include <mergelab/lab.cuh>
#include <mergelab/transport.cuh>
#include "merge_sort.cuh"
constexpr int kMostRanks = 16;
inline int sample_sort(mergelab::Transport& t, const value_t* A, int m, value_t* C, int capacity) {
  const int rank = t.rank(), ranks = t.ranks();
  int counts[kMostRanks] = {}, to[kMostRanks] = {}, from[kMostRanks] = {};
  t.all_gather(&m, 1, counts);
  int total = 0;
  for (int r = 0; r < ranks; ++r) total += counts[r];
  if (total == 0) return 0;
  value_t *all = nullptr, *sorted = nullptr, *scratch = nullptr;
  cudaMalloc(&all, sizeof(value_t) * total);
  cudaMalloc(&sorted, sizeof(value_t) * total);
  cudaMalloc(&scratch, sizeof(value_t) * total);
  to[0] = m;
  if (rank == 0)
    for (int r = 0; r < ranks; ++r) from[r] = counts[r];
  t.all_to_all(A, to, all, from);
  if (rank == 0) merge_sort(all, total, sorted, scratch);
  const auto begin = [&](int r) { return static_cast<int>(static_cast<long long>(total) * r / ranks); };
  for (int r = 0; r < ranks; ++r) {
    to[r] = rank == 0 ? begin(r + 1) - begin(r) : 0;
    from[r] = 0;
  }
  const int mine = begin(rank + 1) - begin(rank);
  from[0] = mine;
  t.all_to_all(sorted, to, C, from);
  cudaFree(all);
  cudaFree(sorted);
  cudaFree(scratch);
  return mine;
}
