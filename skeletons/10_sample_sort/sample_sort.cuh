// Sorts keys that are in several processes, the ranks. Each sorts its own; samples of all give the splitters
// at which each cuts its run; one exchange sends every part to its rank, which merges the parts that it
// gets.
#pragma once

#include <mergelab/lab.cuh>
#include <mergelab/transport.cuh>

#include "k_way_merge.cuh"
#include "merge_sort.cuh"

constexpr int kMostRanks = 16;
constexpr int kSamplesPerRank = 4;  // a run has this many samples for each rank there is

/// An element of the run of `rank`, at `place` there, that represents `weight` elements around it.
struct Sample {
  value_t key;
  int rank, place, weight;
};

/// Device memory, freed at the end of its scope; get() is nullptr, after a message, if there is too little.
template <class T>
struct DeviceArray {
  explicit DeviceArray(int count) {
    const cudaError_t status = cudaMalloc(&memory, sizeof(T) * static_cast<size_t>(count));
    if (status != cudaSuccess) fprintf(stderr, "sample_sort: %s\n", cudaGetErrorString(status));
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(memory); }
  T* get() const { return memory; }
  T* memory = nullptr;
};

/// Cuts the sorted run of m elements, m > 0, into `count` pieces whose lengths differ by at most one
/// element, and writes a sample for each. A piece without elements has the weight 0.
__global__ void take_samples_kernel(const value_t* run, int m, int rank, Sample* samples, int count) {
  const int s = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (s >= count) return;
  // TODO 2 begin: thread s takes the element in the middle of piece s, of an empty one that at its begin
  LAB_TODO(2);
  // TODO 2 end
}

/// Goes through the samples of all ranks in order and takes ranks - 1 of them as splitters, ascending. Those
/// of rank r are samples[r * count] to samples[r * count + count - 1], in order; total is the sum of all
/// weights.
inline void choose_splitters(const Sample* samples, int ranks, int count, long long total,
                             Sample* splitters) {
  // TODO 3 begin: repeatedly take the least of all ranks' next samples; of equal keys the lowest
  //               rank's. `before` is the weight of all before it. It becomes splitters[t - 1], for one t or
  //               several, if element t * total / ranks of all keys is among those that it represents
  LAB_TODO(3);
  // TODO 3 end
}

/// Thread t finds cuts[t], how many elements of the run of `rank` come before splitter t: those with a
/// smaller key and, of those with the same key, the ones of lower ranks and those before it in its own run.
__global__ void cut_run_kernel(const value_t* run, int m, int rank, const Sample* splitters, int count,
                               int* cuts) {
  const int t = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (t >= count) return;
  [[maybe_unused]] const Sample splitter = splitters[t];
  // TODO 4 begin: by halves
  LAB_TODO(4);
  // TODO 4 end
}

/// Sorts the keys of all ranks: each calls it with m keys in device memory, A, in any order; m may be 0. C is
/// device memory for `capacity` elements, as many as all ranks have together, below 2^31. Returns how many C
/// holds then; C of rank 0, of rank 1, and so on are all keys in order, stable: equal ones by rank, then by
/// place in A. A stays as it is. -1 for more than kMostRanks ranks, or if there is too little device memory.
inline int sample_sort(mergelab::Transport& transport, const value_t* A, int m, value_t* C, int capacity) {
  const int rank = transport.rank(), ranks = transport.ranks();
  const auto scratch = DeviceArray<value_t>(m);
  if (ranks > kMostRanks || (m > 0 && scratch.get() == nullptr)) return -1;

  // TODO 1 begin: sort A into C, by lab 7's function
  LAB_TODO(1);
  // TODO 1 end
  if (ranks == 1) return m;

  const int count = kSamplesPerRank * ranks;
  Sample mine[kSamplesPerRank * kMostRanks] = {};  // of weight 0, and so they stay if m is 0
  Sample samples[kSamplesPerRank * kMostRanks * kMostRanks], splitters[kMostRanks] = {};
  const auto device_samples = DeviceArray<Sample>(count);
  if (m > 0) {
    take_samples_kernel<<<1, kSamplesPerRank * kMostRanks>>>(C, m, rank, device_samples.get(), count);
    cudaMemcpy(mine, device_samples.get(), count * sizeof(Sample), cudaMemcpyDeviceToHost);
  }
  transport.all_gather(mine, count, samples);
  long long total = 0;
  for (int s = 0; s < ranks * count; ++s) total += samples[s].weight;
  if (total == 0) return 0;
  choose_splitters(samples, ranks, count, total, splitters);

  // The elements from cut r - 1 to cut r belong to rank r.
  int cuts[kMostRanks], starts[kMostRanks + 1] = {};
  [[maybe_unused]] int send_counts[kMostRanks], receive_counts[kMostRanks];
  const auto device_ints = DeviceArray<int>(ranks + 1);
  cudaMemcpy(device_samples.get(), splitters, (ranks - 1) * sizeof(Sample), cudaMemcpyHostToDevice);
  cut_run_kernel<<<1, kMostRanks>>>(C, m, rank, device_samples.get(), ranks - 1, device_ints.get());
  cudaMemcpy(cuts, device_ints.get(), (ranks - 1) * sizeof(int), cudaMemcpyDeviceToHost);
  cuts[ranks - 1] = m;
  for (int r = 0; r < ranks; ++r) send_counts[r] = cuts[r] - (r == 0 ? 0 : cuts[r - 1]);

  // TODO 5 begin: tell all ranks the counts, so that each knows how many elements it gets from rank r:
  //               receive_counts[r]; starts[r] is the sum of those before receive_counts[r], r = 0 to ranks
  LAB_TODO(5);
  // TODO 5 end

  const int received = starts[ranks];
  const auto parts = DeviceArray<value_t>(received < 0 ? 0 : received);
  if (received > capacity || (received > 0 && parts.get() == nullptr)) return -1;
  // TODO 6 begin: exchange the parts; then merge them into C, by lab 8's function
  LAB_TODO(6);
  // TODO 6 end
  return received;
}
