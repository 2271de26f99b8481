// Loses: barriers, lane_loads, loads, partly probes, span, stores, wavefronts, many_barriers,
// many_lane_loads, partly many_loads, partly many_probes, many_span. The rounds of lecture 004: a block
// merges two runs by a bitonic network over a buffer of twice its threads, whose first half it stores and
// fills with the next elements of the run that goes on with the smaller one. A round reads the share from
// device memory and writes it there.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kThreads = 256;  // of a block that merges
constexpr int kItems = 17;     // outputs of a thread; odd, so that a warp's begin in different banks
constexpr int kMostInShare = kThreads * kItems;
constexpr int kMostLists = 1024;  // two cuts through all of them wait in a share of C
static_assert(2 * kMostLists <= kMostInShare / 2, "the cuts of a share need room in it");

/// Where share s of C begins. All are as long as each other, but for one element.
__host__ __device__ inline int share_begin(int s, int shares, int total) {
  return static_cast<int>(static_cast<long long>(total) * s / shares);
}

/// Fills runs[0] to runs[k], where each list's part begins among the others, and from[l]: its element at
/// place p is lists[from[l] + p]. All threads of the block call it, and it ends with a barrier.
__device__ inline void lay_out(const int* begins, const int* ends, int k, int* runs, int* from) {
  const int thread = static_cast<int>(threadIdx.x);
  if (thread < 32) {
    int before = 0;  // elements of the lists until now
    for (int l = thread; l - thread <= k; l += 32) {
      const int length = l < k ? ends[l] - begins[l] : 0;
      int sum = length;  // of the lanes up to this one
      for (int step = 1; step < 32; step *= 2) {
        const int left = __shfl_up_sync(0xffffffff, sum, step);
        if (thread >= step) sum += left;
      }
      if (l <= k) runs[l] = before + sum - length;
      if (l < k) from[l] = begins[l] - runs[l];
      before += __shfl_sync(0xffffffff, sum, 31);
    }
  }
  __syncthreads();  // the whole layout is there before it is used
}

/// The run in which place p lies: the last one that begins at p or before. p may be runs[k], too.
__device__ inline int run_of(int p, const int* runs, int k) {
  int low = 0;
  int high = k;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (runs[middle] <= p) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Merges src[left] to src[middle - 1] with src[middle] to src[end - 1] into dst, from place `left` on. All
/// threads of the block call it. `keys` and `places` hold 2 * kThreads elements, those of the first half in
/// order, and those of the second too, but backward: such a sequence is bitonic, and log2(2 * kThreads) steps
/// sort it. Equal keys go by their places.
__device__ inline void merge_pair(const value_t* src, int left, int middle, int end, value_t* dst,
                                  value_t* keys, int* places) {
  if (left == end) return;
  const int thread = static_cast<int>(threadIdx.x);
  constexpr int kNone = 0x7fffffff;  // the place of no element, behind all others
  int i = left;
  int j = middle;
  // Fills slot thread of the first half, or of the second backward, with the next kThreads elements.
  const auto load = [&](int& next, int stop, int slot) {
    places[slot] = next + thread < stop ? next + thread : kNone;
    keys[slot] = src[next + thread < stop ? next + thread : left];  // the place says whether it counts
    next = min(next + kThreads, stop);
  };
  load(i, middle, thread);
  bool from_left = false;
  for (int out = left; out < end; out += kThreads) {
    load(from_left ? i : j, from_left ? middle : end, 2 * kThreads - 1 - thread);
    for (int step = kThreads; step > 0; step /= 2) {
      __syncthreads();  // the last step, or the load, is done
      const int x = thread / step * 2 * step + thread % step;
      const int y = x + step;
      const bool right =
          places[y] == kNone ||
          (places[x] != kNone && (keys[x] < keys[y] || (keys[x] <= keys[y] && places[x] < places[y])));
      if (!right) {
        const value_t key = keys[x];
        const int place = places[x];
        keys[x] = keys[y];
        places[x] = places[y];
        keys[y] = key;
        places[y] = place;
      }
    }
    __syncthreads();  // all are in order
    if (out + thread < end) dst[out + thread] = keys[thread];
    const value_t kept = keys[kThreads + thread];
    const int place = places[kThreads + thread];
    from_left = j >= end || (i < middle && src[i] <= src[j]);
    __syncthreads();  // the outputs are stored, before others come in their place
    keys[thread] = kept;
    places[thread] = place;
  }
}

/// Block s merges share s in rounds, from one array to the other; the last one writes C.
__global__ void __launch_bounds__(kThreads)
    merge_shares_kernel(const value_t* lists, const int* starts, int k, int total, value_t* C,
                        value_t* other) {
  __shared__ value_t keys[2 * kThreads];
  __shared__ int places[2 * kThreads];
  __shared__ int runs[kMostLists + 1], from[kMostLists];
  const int thread = static_cast<int>(threadIdx.x);
  const int s = static_cast<int>(blockIdx.x), shares = static_cast<int>(gridDim.x);
  const int k_share = share_begin(s, shares, total);
  const int length = share_begin(s + 1, shares, total) - k_share;
  const int* const cuts = reinterpret_cast<const int*>(C + k_share);  // where the share begins, and ends
  lay_out(s == 0 ? starts : cuts, s + 1 == shares ? starts + 1 : cuts + k, k, runs, from);
  bool to_other = false;  // the last round writes C
  for (int width = 1; width < k; width *= 2) to_other = !to_other;
  value_t* src = (to_other ? other : C) + k_share;
  value_t* dst = (to_other ? C : other) + k_share;
  for (int p = thread; p < length; p += kThreads) src[p] = lists[from[run_of(p, runs, k)] + p];
  for (int width = 1; width < k; width *= 2) {
    __syncthreads();  // the runs are there before they are merged
    for (int l = 0; l < k; l += 2 * width) {
      merge_pair(src, runs[l], runs[min(l + width, k)], runs[min(l + 2 * width, k)], dst, keys, places);
      __syncthreads();  // one pair is done with the buffer before the next one fills it
    }
    value_t* const last = src;
    src = dst;
    dst = last;
  }
}

/// One of the lists between whose low and high something lies, drawn anew in each round, likely a long one;
/// -1 when nothing is there. All threads of the block call it and get the same answer.
__device__ inline int choose_list(const int* low, const int* high, int k, int round) {
  __shared__ unsigned long long greatest;
  if (threadIdx.x == 0) greatest = 0;
  __syncthreads();  // it is 0 before it grows, and nobody uses the last answer any more
  for (int l = static_cast<int>(threadIdx.x); l < k; l += static_cast<int>(blockDim.x)) {
    if (low[l] == high[l]) continue;
    const unsigned long long length = high[l] - low[l];
    atomicMax(&greatest, length * mergelab::random_number(l, round) * kMostLists + l);
  }
  __syncthreads();  // all lists have been looked at
  return greatest == 0 ? -1 : static_cast<int>(greatest % kMostLists);
}

/// The first place of a list whose element doesn't come before the pivot: smaller ones do, and with `ties`
/// equal ones. It is low, high or between them.
__device__ inline int place_of(value_t pivot, bool ties, const value_t* lists, int low, int high) {
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (ties ? lists[middle] <= pivot : lists[middle] < pivot) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Block b finds the cut before share b + 1: of each list l, its elements before lists[cut[l]] are among the
/// first `rank` outputs. The cut waits in C: behind the begin of the share before, and at that of the share.
__global__ void __launch_bounds__(kThreads)
    find_cuts_kernel(const value_t* lists, const int* starts, int k, int total, int shares, value_t* C) {
  [[maybe_unused]] __shared__ int low[kMostLists], high[kMostLists];  // list l is cut in low[l] to high[l]
  __shared__ int cut[kMostLists], before;
  const int thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
  const int s = static_cast<int>(blockIdx.x) + 1;
  const int rank = share_begin(s, shares, total);
  for (int l = thread; l < k; l += threads) low[l] = starts[l], high[l] = starts[l + 1];
  __syncthreads();  // all lists are there before one is chosen

  for (int round = 0;; ++round) {
    const int chosen = choose_list(low, high, k, round);
    if (chosen < 0) break;
    const int middle = low[chosen] + (high[chosen] - low[chosen]) / 2;
    const value_t pivot = lists[middle];
    if (thread == 0) before = 0;
    __syncthreads();  // it is 0 before anybody adds to it
    for (int l = thread; l < k; l += threads) {
      cut[l] = l == chosen ? middle : place_of(pivot, l < chosen, lists, low[l], high[l]);
      atomicAdd(&before, cut[l] - starts[l]);
    }
    __syncthreads();  // all lists are counted
    for (int l = thread; l < k; l += threads) {
      if (before >= rank) high[l] = cut[l];
      if (before < rank) low[l] = l == chosen ? middle + 1 : cut[l];  // the pivot is among the first, too
    }
    __syncthreads();  // the ranges are there before the next list is chosen
  }

  int* const end_before = reinterpret_cast<int*>(C + share_begin(s - 1, shares, total)) + k;
  int* const begin = reinterpret_cast<int*>(C + share_begin(s, shares, total));
  for (int l = thread; l < k; l += threads) begin[l] = end_before[l] = low[l];
}

/// Merges k sorted lists, one behind another in device memory, into the device array C, stable, ties from the
/// list of the smaller number first, on the default stream, and returns. List l is lists[starts[l]] to
/// lists[starts[l + 1] - 1] and may be empty; total is starts[k], below 2^31. At most kMostLists lists.
inline void k_way_merge(const value_t* lists, const int* starts, int k, int total, value_t* C) {
  if (total == 0) return;  // nothing to merge, and a launch of no blocks is an error
  if (k > kMostLists) return void(fprintf(stderr, "k_way_merge: at most %d lists\n", kMostLists));
  const int shares = (total - 1) / kMostInShare + 1;
  const int finders = min(k, kThreads);  // threads that look for a cut
  if (shares > 1) {
    find_cuts_kernel<<<shares - 1, finders>>>(lists, starts, k, total, shares, C);
  }
  value_t* other = nullptr;
  cudaMalloc(&other, static_cast<size_t>(total) * sizeof(value_t));
  merge_shares_kernel<<<shares, kThreads>>>(lists, starts, k, total, C, other);
  cudaFree(other);
}
