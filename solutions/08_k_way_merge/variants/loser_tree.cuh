// Loses: span, many_span. A loser tree for each thread: a round merges eight runs into one, so that k lists
// take a third of the rounds. What a thread begins with it finds as a cut is found, alone and in shared
// memory.
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

constexpr int kWays = 8;  // runs that become one in a round

/// Merges kWays runs, an element at a time. Each node of the tree holds the run that lost there.
struct Tournament {
  int at[kWays], end[kWays];
  int losers[kWays];
  int winner;

  /// Whether run x goes before run y: ties take the smaller number.
  __device__ bool goes_first(const value_t* keys, int x, int y) const {
    if (at[x] == end[x]) return false;
    if (at[y] == end[y]) return true;
    return x < y ? keys[at[x]] <= keys[at[y]] : keys[at[x]] < keys[at[y]];
  }

  /// Of the runs of `width` lists each from list l on: what comes from place p on.
  __device__ void begin(const value_t* keys, const int* runs, int k, int l, int width, int p) {
    for (int w = 0; w < kWays; ++w) {
      at[w] = runs[min(l + w * width, k)];
      end[w] = runs[min(l + (w + 1) * width, k)];
    }
    pass(keys, p - at[0]);
    int winners[2 * kWays];
    for (int w = 0; w < kWays; ++w) winners[kWays + w] = w;
    for (int node = kWays - 1; node > 0; --node) {
      const int x = winners[2 * node];
      const int y = winners[2 * node + 1];
      const bool x_first = goes_first(keys, x, y);
      winners[node] = x_first ? x : y;
      losers[node] = x_first ? y : x;
    }
    winner = winners[1];
  }

  /// Moves on past the first `rank` outputs: the search of find_cuts_kernel, by one thread.
  __device__ void pass(const value_t* keys, int rank) {
    int first[kWays], low[kWays], high[kWays];
    for (int w = 0; w < kWays; ++w) first[w] = low[w] = at[w];
    for (int w = 0; w < kWays; ++w) high[w] = end[w];
    while (true) {
      int chosen = 0;
      for (int w = 1; w < kWays; ++w) chosen = high[w] - low[w] > high[chosen] - low[chosen] ? w : chosen;
      if (high[chosen] == low[chosen]) break;
      const int middle = low[chosen] + (high[chosen] - low[chosen]) / 2;
      int places[kWays];
      int before = 0;
      for (int w = 0; w < kWays; ++w) {
        places[w] = w == chosen ? middle : place_of(keys[middle], w < chosen, keys, low[w], high[w]);
        before += places[w] - first[w];
      }
      for (int w = 0; w < kWays; ++w) {
        if (before <= rank) low[w] = places[w];
        if (before >= rank) high[w] = places[w];
      }
      if (before < rank) low[chosen] = middle + 1;
    }
    for (int w = 0; w < kWays; ++w) at[w] = low[w];
  }

  __device__ value_t take(const value_t* keys) {
    const value_t taken = keys[at[winner]++];
    for (int node = (kWays + winner) / 2; node > 0; node /= 2) {
      if (!goes_first(keys, losers[node], winner)) continue;
      const int loser = winner;
      winner = losers[node];
      losers[node] = loser;
    }
    return taken;
  }
};

/// Block s merges share s.
__global__ void __launch_bounds__(kThreads)
    merge_shares_kernel(const value_t* lists, const int* starts, int k, int total, value_t* C) {
  // The parts of all lists, one behind another. One element more, so that keys[length] may be read.
  __shared__ value_t keys[kMostInShare + 1];
  __shared__ int runs[kMostLists + 1], from[kMostLists];
  const int thread = static_cast<int>(threadIdx.x);
  const int s = static_cast<int>(blockIdx.x), shares = static_cast<int>(gridDim.x);
  const int k_share = share_begin(s, shares, total);
  const int length = share_begin(s + 1, shares, total) - k_share;
  const int* const cuts = reinterpret_cast<const int*>(C + k_share);  // where the share begins, and ends
  lay_out(s == 0 ? starts : cuts, s + 1 == shares ? starts + 1 : cuts + k, k, runs, from);
  value_t items[kItems];  // registers: #pragma unroll the loops over them

#pragma unroll
  for (int x = 0; x < kItems; ++x) {
    const int p = min(x * kThreads + thread, length - 1);
    items[x] = lists[from[run_of(p, runs, k)] + p];
  }
#pragma unroll
  for (int x = 0; x < kItems; ++x) keys[x * kThreads + thread] = items[x];
  if (thread == 0) keys[kMostInShare] = items[0];  // is read, and never taken
  __syncthreads();                                 // the share is there before it is merged

  for (int width = 1; width < k; width *= kWays) {
    int p = min(thread * kItems, length);
    int l = run_of(p, runs, k) / (kWays * width) * (kWays * width);
    Tournament tree;
    tree.begin(keys, runs, k, l, width, p);
#pragma unroll
    for (int x = 0; x < kItems; ++x) {
      if (p == length) break;
      while (p == runs[min(l + kWays * width, k)]) {  // on to the next runs that have elements
        l += kWays * width;
        tree.begin(keys, runs, k, l, width, p);
      }
      items[x] = tree.take(keys);
      ++p;
    }
    __syncthreads();  // all threads have read the keys in whose place the outputs come
#pragma unroll
    for (int x = 0; x < kItems; ++x) {
      if (thread * kItems + x < length) keys[thread * kItems + x] = items[x];
    }
    __syncthreads();  // the outputs are there before the next round, or the store, reads them
  }
  for (int p = thread; p < length; p += kThreads) C[k_share + p] = keys[p];
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
  merge_shares_kernel<<<shares, kThreads>>>(lists, starts, k, total, C);
}
