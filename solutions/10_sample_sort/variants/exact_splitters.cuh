// Loses: exchanges. Exact splitters, by a search over all ranks: whatever the keys are, the shares are as
// long as each other, but for one element. Each round of the search costs two exchanges.
#pragma once

#include <mergelab/lab.cuh>
#include <mergelab/transport.cuh>

#include <memory>

#include "k_way_merge.cuh"
#include "merge_sort.cuh"

constexpr int kMostRanks = 16;

/// The element in the middle of what is left of a rank's run for one splitter, and how many are left.
struct Pivot {
  value_t key;
  int left;
};

/// A splitter is looked for between low and high of a run; in a round, `cut` elements come before its pivot.
struct Range {
  int low, high, cut;
};

struct FreeDevice {
  void operator()(void* memory) const { cudaFree(memory); }
};
/// Device memory, freed at the end of its scope; nullptr, after a message, if there is too little.
template <class T>
std::unique_ptr<T[], FreeDevice> device_array(int count) {
  T* memory = nullptr;
  const cudaError_t status = cudaMalloc(&memory, sizeof(T) * static_cast<size_t>(count));
  if (status != cudaSuccess) fprintf(stderr, "sample_sort: %s\n", cudaGetErrorString(status));
  return std::unique_ptr<T[], FreeDevice>(memory);
}

/// Thread t begins with the whole run as the range of splitter t.
__global__ void begin_kernel(Range* ranges, int m, int count) {
  const int t = static_cast<int>(threadIdx.x);
  if (t < count) ranges[t] = {0, m, 0};
}

/// Thread t writes the middle of range t, which may be empty.
__global__ void take_pivots_kernel(const value_t* run, const Range* ranges, Pivot* pivots, int count) {
  const int t = static_cast<int>(threadIdx.x);
  if (t >= count) return;
  const Range range = ranges[t];
  Pivot pivot{};
  pivot.left = range.high - range.low;
  if (pivot.left > 0) pivot.key = run[range.low + pivot.left / 2];
  pivots[t] = pivot;
}

/// Thread t finds how many elements of the run of `rank` come before pivot t; `left` of it is the rank that
/// offered it, or -1.
__global__ void count_before_kernel(const value_t* run, int rank, Range* ranges, const Pivot* pivots,
                                    int* cuts, int count) {
  const int t = static_cast<int>(threadIdx.x);
  if (t >= count) return;
  const Range range = ranges[t];
  const value_t key = pivots[t].key;
  const int owner = pivots[t].left;
  int low = range.low;
  int high = owner < 0 ? low : range.high;
  if (rank == owner) low = high = range.low + (range.high - range.low) / 2;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (rank < owner ? run[middle] <= key : run[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  cuts[t] = ranges[t].cut = low;
}

/// Bit t of `behind`: splitter t is after its pivot; of `before`: before it; of both: there; of none: the
/// search for it is over. Bit t of `own`: the pivot is of this rank.
__global__ void narrow_kernel(Range* ranges, unsigned behind, unsigned before, unsigned own, int count) {
  const int t = static_cast<int>(threadIdx.x);
  if (t >= count) return;
  const bool is_behind = (behind >> t & 1) != 0, is_before = (before >> t & 1) != 0;
  if (is_behind) ranges[t].low = ranges[t].cut;
  if (is_before) ranges[t].high = ranges[t].cut;
  if (is_behind && !is_before && (own >> t & 1) != 0) ++ranges[t].low;  // the pivot is among the first, too
}

/// Of the pivots that ranks offer for splitter t the one with as many left elements before as behind it, by
/// weight: at least a quarter of all that is left is on either side of it. -1 when nothing is left.
inline int choose_owner(const Pivot* offered, int ranks, int count, int t) {
  long long left = 0;
  for (int r = 0; r < ranks; ++r) left += offered[r * count + t].left;
  for (int r = 0; r < ranks; ++r) {
    const Pivot& pivot = offered[r * count + t];
    if (pivot.left == 0) continue;
    long long before = 0, behind = 0;
    for (int other = 0; other < ranks; ++other) {
      const Pivot& beside = offered[other * count + t];
      if (beside.left == 0 || other == r) continue;
      const bool comes_first = other < r ? beside.key <= pivot.key : beside.key < pivot.key;
      (comes_first ? before : behind) += beside.left;
    }
    if (2 * before <= left && 2 * behind <= left) return r;
  }
  return -1;
}

/// How many elements of the sorted run of m belong to ranks 0 to t, for each t below ranks - 1, if every rank
/// is to get the same number of all `total`.
inline void find_cuts(mergelab::Transport& transport, const value_t* run, int m, long long total, int* cuts) {
  const int rank = transport.rank(), ranks = transport.ranks(), count = ranks - 1;
  Pivot pivots[kMostRanks], offered[kMostRanks * kMostRanks];
  int all_cuts[kMostRanks * kMostRanks];
  const auto ranges = device_array<Range>(count);
  const auto device_pivots = device_array<Pivot>(count);
  const auto device_cuts = device_array<int>(count);
  begin_kernel<<<1, kMostRanks>>>(ranges.get(), m, count);
  for (;;) {
    take_pivots_kernel<<<1, kMostRanks>>>(run, ranges.get(), device_pivots.get(), count);
    cudaMemcpy(pivots, device_pivots.get(), count * sizeof(Pivot), cudaMemcpyDeviceToHost);
    transport.all_gather(pivots, count, offered);
    bool done = true;
    for (int t = 0; t < count; ++t) {
      const int owner = choose_owner(offered, ranks, count, t);
      if (owner >= 0) pivots[t].key = offered[owner * count + t].key;
      pivots[t].left = owner;
      done = done && owner < 0;
    }
    cudaMemcpy(device_pivots.get(), pivots, count * sizeof(Pivot), cudaMemcpyHostToDevice);
    count_before_kernel<<<1, kMostRanks>>>(run, rank, ranges.get(), device_pivots.get(), device_cuts.get(),
                                           count);
    cudaMemcpy(cuts, device_cuts.get(), count * sizeof(int), cudaMemcpyDeviceToHost);
    if (done) return;

    transport.all_gather(cuts, count, all_cuts);
    unsigned is_behind = 0, is_before = 0, own = 0;
    for (int t = 0; t < count; ++t) {
      if (pivots[t].left < 0) continue;
      long long before = 0;
      for (int r = 0; r < ranks; ++r) before += all_cuts[r * count + t];
      const long long wanted = total * (t + 1) / ranks;
      if (before <= wanted) is_behind |= 1U << t;
      if (before >= wanted) is_before |= 1U << t;
      if (pivots[t].left == rank) own |= 1U << t;
    }
    narrow_kernel<<<1, kMostRanks>>>(ranges.get(), is_behind, is_before, own, count);
  }
}

/// Sorts the keys of all ranks: each calls it with m keys in device memory, A, in any order; m may be 0. C is
/// device memory for `capacity` elements, as many as all ranks have together, below 2^31. Returns how many C
/// holds then; C of rank 0, of rank 1, and so on are all keys in order, stable: equal ones by rank, then by
/// place in A. A stays as it is. -1 for more than kMostRanks ranks, or if there is too little device memory.
inline int sample_sort(mergelab::Transport& transport, const value_t* A, int m, value_t* C, int capacity) {
  const int rank = transport.rank(), ranks = transport.ranks();
  const auto scratch = device_array<value_t>(m);
  if (ranks > kMostRanks || (m > 0 && scratch == nullptr)) return -1;

  merge_sort(A, m, C, scratch.get());
  if (ranks == 1) return m;

  int lengths[kMostRanks];
  transport.all_gather(&m, 1, lengths);
  long long total = 0;
  for (int r = 0; r < ranks; ++r) total += lengths[r];
  if (total == 0) return 0;

  // The elements between cut r - 1 and cut r belong to rank r.
  int cuts[kMostRanks], send_counts[kMostRanks], receive_counts[kMostRanks], starts[kMostRanks + 1] = {};
  find_cuts(transport, C, m, total, cuts);
  cuts[ranks - 1] = m;
  for (int r = 0; r < ranks; ++r) send_counts[r] = cuts[r] - (r == 0 ? 0 : cuts[r - 1]);

  // one:
  //               receive_counts; starts[r] is the sum of those before receive_counts[r], r = 0 to ranks
  int all_counts[kMostRanks * kMostRanks];
  transport.all_gather(send_counts, ranks, all_counts);
  for (int r = 0; r < ranks; ++r) {
    receive_counts[r] = all_counts[r * ranks + rank];
    starts[r + 1] = starts[r] + receive_counts[r];
  }

  const int received = starts[ranks];
  const auto device_starts = device_array<int>(ranks + 1);
  const auto parts = device_array<value_t>(received);
  if (received > capacity || (received > 0 && parts == nullptr)) return -1;
  transport.all_to_all(C, send_counts, parts.get(), receive_counts);
  cudaMemcpy(device_starts.get(), starts, (ranks + 1) * sizeof(int), cudaMemcpyHostToDevice);
  k_way_merge(parts.get(), device_starts.get(), ranks, received, C);
  return received;
}
