// Loses: nothing. Each rank sorts all that it receives again, as NOWSort does, and forgets that it gets
// sorted parts.
#pragma once

#include <mergelab/lab.cuh>
#include <mergelab/transport.cuh>

#include <memory>

#include "merge_sort.cuh"

constexpr int kMostRanks = 16;
constexpr int kSamplesPerRank = 4;  // a run has this many samples for each rank there is

/// An element of the run of `rank`, at `place` there, that represents `weight` elements around it.
struct Sample {
  value_t key;
  int rank, place, weight;
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

/// Cuts the sorted run of m elements, m > 0, into `count` pieces that are as long as each other, but for one
/// element, and writes a sample for each. A piece without elements has the weight 0.
__global__ void take_samples_kernel(const value_t* run, int m, int rank, Sample* samples, int count) {
  const int s = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (s >= count) return;
  const int begin = static_cast<int>(static_cast<long long>(m) * s / count);
  const int end = static_cast<int>(static_cast<long long>(m) * (s + 1) / count);
  const int middle = begin + (end - begin) / 2;
  samples[s] = {run[middle], rank, middle, end - begin};
}

/// Goes through the samples of all ranks in order and takes ranks - 1 of them as splitters, ascending. Those
/// of rank r are samples[r * count] to samples[r * count + count - 1], in order; total is the sum of all
/// weights.
inline void choose_splitters(const Sample* samples, int ranks, int count, long long total,
                             Sample* splitters) {
  int next[kMostRanks] = {};
  long long before = 0;
  int chosen = 0;
  for (int taken = 0; taken < ranks * count; ++taken) {
    int least = -1;
    for (int r = 0; r < ranks; ++r) {
      if (next[r] == count) continue;
      if (least < 0 || samples[r * count + next[r]].key < samples[least * count + next[least]].key) least = r;
    }
    const Sample& sample = samples[least * count + next[least]++];
    before += sample.weight;
    while (chosen < ranks - 1 && total * (chosen + 1) / ranks < before) splitters[chosen++] = sample;
  }
}

/// Thread t finds cuts[t], how many elements of the run of `rank` come before splitter t: those with a
/// smaller key and, of those with the same key, the ones of lower ranks and those before it in its own run.
__global__ void cut_run_kernel(const value_t* run, int m, int rank, const Sample* splitters, int count,
                               int* cuts) {
  const int t = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (t >= count) return;
  const Sample splitter = splitters[t];
  int low = 0;
  int high = m;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    const bool lower = rank < splitter.rank || (rank == splitter.rank && middle < splitter.place);
    if (lower ? run[middle] <= splitter.key : run[middle] < splitter.key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  cuts[t] = low;
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

  const int count = kSamplesPerRank * ranks;
  Sample mine[kSamplesPerRank * kMostRanks] = {};  // of weight 0, and so they stay if m is 0
  Sample samples[kSamplesPerRank * kMostRanks * kMostRanks], splitters[kMostRanks] = {};
  const auto device_samples = device_array<Sample>(count);
  if (m > 0) {
    take_samples_kernel<<<1, kSamplesPerRank * kMostRanks>>>(C, m, rank, device_samples.get(), count);
    cudaMemcpy(mine, device_samples.get(), count * sizeof(Sample), cudaMemcpyDeviceToHost);
  }
  transport.all_gather(mine, count, samples);
  long long total = 0;
  for (int s = 0; s < ranks * count; ++s) total += samples[s].weight;
  if (total == 0) return 0;
  choose_splitters(samples, ranks, count, total, splitters);

  // The elements between cut r - 1 and cut r belong to rank r.
  int cuts[kMostRanks], send_counts[kMostRanks], receive_counts[kMostRanks];
  const auto device_cuts = device_array<int>(ranks);
  cudaMemcpy(device_samples.get(), splitters, (ranks - 1) * sizeof(Sample), cudaMemcpyHostToDevice);
  cut_run_kernel<<<1, kMostRanks>>>(C, m, rank, device_samples.get(), ranks - 1, device_cuts.get());
  cudaMemcpy(cuts, device_cuts.get(), (ranks - 1) * sizeof(int), cudaMemcpyDeviceToHost);
  cuts[ranks - 1] = m;
  for (int r = 0; r < ranks; ++r) send_counts[r] = cuts[r] - (r == 0 ? 0 : cuts[r - 1]);

  // one:
  //               receive_counts; starts[r] is the sum of those before receive_counts[r], r = 0 to ranks
  int all_counts[kMostRanks * kMostRanks];
  transport.all_gather(send_counts, ranks, all_counts);
  int received = 0;
  for (int r = 0; r < ranks; ++r) received += receive_counts[r] = all_counts[r * ranks + rank];
  const auto parts = device_array<value_t>(received);
  if (received > capacity || (received > 0 && parts == nullptr)) return -1;
  transport.all_to_all(C, send_counts, parts.get(), receive_counts);
  const auto again = device_array<value_t>(received);
  if (received > 0 && again == nullptr) return -1;
  merge_sort(parts.get(), received, C, again.get());
  return received;
}
