// Merges k sorted lists in one pass over memory. C is cut into shares of the same length. One kernel finds
// all cuts at once: how many elements of each list are before each. In the other, each block merges its share
// in shared memory, two runs into one, until one is left.
#pragma once

#include <mergelab/lab.cuh>

#include "co_rank.cuh"

constexpr int kThreads = 256;  // of a block that merges
constexpr int kItems = 17;     // outputs of a thread; odd, so that a warp's begin in different banks
constexpr int kMostInShare = kThreads * kItems;
constexpr int kMostLists = 1024;  // two cuts through all of them wait in a share of C
static_assert(2 * kMostLists <= kMostInShare / 2, "the cuts of a share need room in it");

/// Where share s of C begins. All are as long as each other, but for one element.
__host__ __device__ inline int share_begin(int s, int shares, int total) {
  return static_cast<int>(static_cast<long long>(total) * s / shares);
}

/// Fills runs[0] to runs[k], where each list's part begins in the share, and from[l]: list l's element at
/// place p is lists[from[l] + p]. All threads of the block call it, and it ends with a barrier.
__device__ inline void lay_out(const int* begins, const int* ends, int k, int* runs, int* from) {
  // TODO 1 begin: add up the lengths ends[l] - begins[l] of the lists before each one
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
  // TODO 1 end
  __syncthreads();  // the whole layout is complete before it is used
}

/// The run that contains place p: the last one that begins at p or before. p may also be runs[k].
__device__ inline int run_of(int p, const int* runs, int k) {
  // TODO 2 begin: by halves
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
  // TODO 2 end
}

/// Block s merges share s.
__global__ void __launch_bounds__(kThreads)
    merge_shares_kernel(const value_t* lists, const int* starts, int k, int total, value_t* C) {
  // The parts of all lists, one after another. One more element, so that keys[length] may be read.
  [[maybe_unused]] __shared__ value_t keys[kMostInShare + 1];
  __shared__ int runs[kMostLists + 1], from[kMostLists];
  [[maybe_unused]] const int thread = static_cast<int>(threadIdx.x);
  const int s = static_cast<int>(blockIdx.x), shares = static_cast<int>(gridDim.x);
  const int k_share = share_begin(s, shares, total);
  [[maybe_unused]] const int length = share_begin(s + 1, shares, total) - k_share;
  const int* const cuts = reinterpret_cast<const int*>(C + k_share);  // where the share begins, and ends
  lay_out(s == 0 ? starts : cuts, s + 1 == shares ? starts + 1 : cuts + k, k, runs, from);
  [[maybe_unused]] value_t items[kItems];  // registers: #pragma unroll the loops over them

  // TODO 3 begin: load the share, first into items and then into keys: thread t loads places t,
  //               t + kThreads, ...; places past the end of a short share load its last element once more
#pragma unroll
  for (int x = 0; x < kItems; ++x) {
    const int p = min(x * kThreads + thread, length - 1);
    items[x] = lists[from[run_of(p, runs, k)] + p];
  }
#pragma unroll
  for (int x = 0; x < kItems; ++x) keys[x * kThreads + thread] = items[x];
  if (thread == 0) keys[kMostInShare] = items[0];  // is read, and never taken
  __syncthreads();                                 // the share is there before it is merged
  // TODO 3 end

  // TODO 4 begin: rounds. In each, `width` runs that belong together are merged with the next `width`: the
  //               places from runs[l] on with those from runs[l + width] on, l = 0, 2 * width, 4 * width, ...
  //               Then store keys, so that neighbouring threads store neighbouring elements of C
  for (int width = 1; width < k; width *= 2) {
    int p = min(thread * kItems, length);
    int l = run_of(p, runs, k) / (2 * width) * (2 * width);
    int middle = runs[min(l + width, k)];
    int end = runs[min(l + 2 * width, k)];
    int i = runs[l] + co_rank(p - runs[l], keys + runs[l], middle - runs[l], keys + middle, end - middle);
    int j = middle + p - i;
    value_t head_i = keys[i];
    value_t head_j = keys[j];
#pragma unroll
    for (int x = 0; x < kItems; ++x) {
      if (p == end && p < length) {  // on to the next pair that has elements
        while (p == end) {
          l += 2 * width;
          end = runs[min(l + 2 * width, k)];
        }
        middle = runs[min(l + width, k)];
        i = p;
        j = middle;
        head_i = keys[i];
        head_j = keys[j];
      }
      const bool from_i = j >= end || (i < middle && head_i <= head_j);
      items[x] = from_i ? head_i : head_j;
      i += from_i ? 1 : 0;
      j += from_i ? 0 : 1;
      ++p;
      const value_t next = keys[min(from_i ? i : j, length)];
      head_i = from_i ? next : head_i;
      head_j = from_i ? head_j : next;
    }
    __syncthreads();  // all threads have read the keys in whose place the outputs come
#pragma unroll
    for (int x = 0; x < kItems; ++x) keys[thread * kItems + x] = items[x];
    __syncthreads();  // the outputs are there before the next round, or the store, reads them
  }
  for (int p = thread; p < length; p += kThreads) C[k_share + p] = keys[p];
  // TODO 4 end
}

/// One of the lists between whose low and high something lies, drawn anew in each round, likely a long one;
/// -1 when nothing is there. All threads of the block call it and get the same answer.
__device__ inline int choose_list(const int* low, const int* high, int k, int round) {
  // TODO 5 begin: the one with the greatest length times mergelab::random_number(l, round)
  __shared__ unsigned long long greatest;
  if (threadIdx.x == 0) greatest = 0;
  __syncthreads();  // it is 0 before it grows, and no thread still uses the last answer
  for (int l = static_cast<int>(threadIdx.x); l < k; l += static_cast<int>(blockDim.x)) {
    if (low[l] == high[l]) continue;
    const unsigned long long length = high[l] - low[l];
    atomicMax(&greatest, length * mergelab::random_number(l, round) * kMostLists + l);
  }
  __syncthreads();  // all lists have been looked at
  return greatest == 0 ? -1 : static_cast<int>(greatest % kMostLists);
  // TODO 5 end
}

/// The first place of a list whose element doesn't come before the pivot: smaller ones do, and with `ties`
/// equal ones. It is low, high or between them.
__device__ inline int place_of(value_t pivot, bool ties, const value_t* lists, int low, int high) {
  // TODO 6 begin: by halves
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (ties ? lists[middle] <= pivot : lists[middle] < pivot) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
  // TODO 6 end
}

/// Block b finds the cut before share b + 1: the elements of each list l before lists[cut[l]] are among the
/// first `rank` outputs. It stores the cut in C: at the share's start, and k ints past the start of share b.
__global__ void __launch_bounds__(kThreads)
    find_cuts_kernel(const value_t* lists, const int* starts, int k, int total, int shares, value_t* C) {
  [[maybe_unused]] __shared__ int low[kMostLists], high[kMostLists];  // list l is cut in low[l] to high[l]
  [[maybe_unused]] __shared__ int cut[kMostLists], before;
  const int thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
  const int s = static_cast<int>(blockIdx.x) + 1;
  [[maybe_unused]] const int rank = share_begin(s, shares, total);
  for (int l = thread; l < k; l += threads) low[l] = starts[l], high[l] = starts[l + 1];
  __syncthreads();  // all lists are there before one is chosen

  // TODO 7 begin: narrow low[l] to high[l] of all lists, until nothing is left between any two. In each round
  //               take the middle of one list as pivot, count what comes before it, and compare with rank
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
  // TODO 7 end

  int* const end_before = reinterpret_cast<int*>(C + share_begin(s - 1, shares, total)) + k;
  int* const begin = reinterpret_cast<int*>(C + share_begin(s, shares, total));
  for (int l = thread; l < k; l += threads) begin[l] = end_before[l] = low[l];
}

/// Merges k sorted lists, one after another in device memory, into the device array C, stable, ties from the
/// list with the smaller number first, on the default stream, and returns. List l is lists[starts[l]] to
/// lists[starts[l + 1] - 1] and may be empty; total is starts[k], below 2^31. At most kMostLists lists.
inline void k_way_merge(const value_t* lists, const int* starts, int k, int total, value_t* C) {
  if (total == 0) return;  // nothing to merge, and a launch of no blocks is an error
  if (k > kMostLists) return void(fprintf(stderr, "k_way_merge: at most %d lists\n", kMostLists));
  const int shares = (total - 1) / kMostInShare + 1;
  const int finders = min(k, kThreads);  // threads that look for a cut
  if (shares > 1) {
    // TODO 8 begin: all cuts at once, a block for each
    find_cuts_kernel<<<shares - 1, finders>>>(lists, starts, k, total, shares, C);
    // TODO 8 end
  }
  merge_shares_kernel<<<shares, kThreads>>>(lists, starts, k, total, C);
}
