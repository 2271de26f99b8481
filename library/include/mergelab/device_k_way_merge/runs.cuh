// The runs of a share: its part of each list. They are consecutive in shared memory.
#pragma once

#include <cuda_runtime.h>

#include "../device_merge/search.cuh"
#include "shape.cuh"

namespace mergelab::detail {

/// Two neighbouring runs: places begin to middle - 1, and middle to end - 1.
struct RunPair {
  int begin, middle, end;
};

/// A block's runs, without the empty ones.
template <class S>
struct Runs {
  static constexpr int kRows = (S::kMostLists + S::kThreads - 1) / S::kThreads;   // lists per thread
  static constexpr int kWarps = (S::kMostLists + 32 * kRows - 1) / (32 * kRows);  // that have lists

  int begins[S::kMostLists + 1];                    // the first place of each, and the number of places
  int from[S::kMostLists];                          // the element at place p is lists[from + p]
  unsigned marks[S::kThreads * S::kItems / 32];     // a bit for each place at which a run begins
  unsigned long long sums[kWarps];                  // per warp: elements, and runs in the upper half
  int sums_before[kWarps], sums_up_to_end[kWarps];  // elements of its lists before the share, and its end

  struct Size {
    int runs, length, begin;  // the share begins at this place of C
  };

  /// Called by all threads of the block.
  [[nodiscard]] __device__ Size lay_out(const Lists<typename S::Key>& in, const Shares& shares, int share) {
    const int* const cuts = cuts_in(in.C + shares.inside(share));
    const int* const starts = share == 0 ? in.starts : cuts;
    const int* const ends = share + 1 == shares.count ? in.starts + 1 : cuts + in.k;
    const int k = in.k;
    const int thread = static_cast<int>(threadIdx.x);
    for (int word = thread; word < S::kThreads * S::kItems / 32; word += S::kThreads) marks[word] = 0;
    int first[kRows], lengths[kRows];
    unsigned long long own = 0;
    int before = 0, up_to_end = 0;
#pragma unroll
    for (int row = 0; row < kRows; ++row) {
      const int list = thread * kRows + row;
      first[row] = list < k ? starts[list] : 0;
      lengths[row] = list < k ? ends[list] - first[row] : 0;
      if (lengths[row] > 0) own += kOneRun + static_cast<unsigned>(lengths[row]);
      if (list < k) {
        before += first[row] - in.starts[list];
        up_to_end += ends[list] - in.starts[list];
      }
    }
    unsigned long long sum = own;
    if (thread / 32 < kWarps) {
#pragma unroll
      for (int step = 1; step < 32; step *= 2) {
        const unsigned long long left = __shfl_up_sync(kAllLanes, sum, step);
        if (lane_id() >= step) sum += left;
        before += __shfl_xor_sync(kAllLanes, before, step);
        up_to_end += __shfl_xor_sync(kAllLanes, up_to_end, step);
      }
      if (lane_id() == 31) sums[thread / 32] = sum;
      if (lane_id() == 31) sums_before[thread / 32] = before;
      if (lane_id() == 31) sums_up_to_end[thread / 32] = up_to_end;
    }
    __syncthreads();  // all warps' sums are ready, all marks cleared
    sum -= own;
    unsigned long long all = 0;
    before = up_to_end = 0;
#pragma unroll
    for (int warp = 0; warp < kWarps; ++warp) {
      if (warp < thread / 32) sum += sums[warp];
      all += sums[warp];
      before += sums_before[warp];
      up_to_end += sums_up_to_end[warp];
    }
    const int begin_of_share = shares.begin_by(share, before),
              most = shares.limit(share, up_to_end) - begin_of_share;
#pragma unroll
    for (int row = 0; row < kRows; ++row) {
      if (lengths[row] <= 0) continue;
      const int run = static_cast<int>(sum / kOneRun), begin = at_most(static_cast<int>(sum % kOneRun), most);
      begins[run] = begin;
      from[run] = first[row] - begin;
      if (begin < most) atomicOr(&marks[begin / 32], 1U << begin % 32);
      sum += kOneRun + static_cast<unsigned>(lengths[row]);
    }
    const Size size{static_cast<int>(all / kOneRun), at_most(static_cast<int>(all % kOneRun), most),
                    begin_of_share};
    if (thread == 0) begins[size.runs] = size.length;
    __syncthreads();  // all runs are ready
    return size;
  }

  /// Returns how many runs begin before a place.
  [[nodiscard]] __device__ int count_before(int place, int runs) const {
    return first_refused(0, runs, [&](int run) { return begins[run] < place; });
  }

  /// The pair whose first run is this one, in a round that merges `width` and `width` of the original `count`
  /// runs.
  [[nodiscard]] __device__ RunPair pair_at(int run, int width, int count) const {
    return {begins[run], begins[at_most(run + width, count)], begins[at_most(run + 2 * width, count)]};
  }

 private:
  static constexpr unsigned long long kOneRun = 1ULL << 32;
};

}  // namespace mergelab::detail
