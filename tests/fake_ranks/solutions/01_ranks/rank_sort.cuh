// A sample sort over several ranks: sort, choose splitters from samples, send, and sort what has come.
#pragma once

#include <mergelab/lab.cuh>
#include <mergelab/transport.cuh>

/// Thread i puts A[i] where it belongs: behind the smaller ones, and the equal ones before it.
__global__ void place_kernel(const value_t* A, int m, value_t* C) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  int before = 0;
  for (int j = 0; j < m; ++j) before += A[j] < A[i] || (j < i && !(A[i] < A[j])) ? 1 : 0;
  C[before] = A[i];
}

inline void sort_on_device(const value_t* A, int m, value_t* C) {
  constexpr int kThreads = 64;
  if (m > 0) place_kernel<<<(m + kThreads - 1) / kThreads, kThreads>>>(A, m, C);
}

/// A key and its place, so that no two are equal.
struct Sample {
  value_t key;
  int rank, place;
};

inline bool comes_before(const Sample& a, const Sample& b) {
  if (a.key < b.key) return true;
  if (b.key < a.key) return false;
  return a.rank != b.rank ? a.rank < b.rank : a.place < b.place;
}

constexpr int kMostRanks = 16, kSamples = 8;

inline int rank_sort(mergelab::Transport& transport, const value_t* A, int m, value_t* C, int capacity) {
  int total = 0;  // that C holds in the end
  value_t *run = nullptr, *received = nullptr;
  if (cudaMalloc(&run, sizeof(value_t) * (m + 1)) != cudaSuccess) return -1;
  if (cudaMalloc(&received, sizeof(value_t) * (capacity + 1)) != cudaSuccess) return -1;
  sort_on_device(A, m, run);

  // TODO 1 begin: the samples of all ranks in order; those of an empty run come last
  const int rank = transport.rank(), ranks = transport.ranks();
  Sample mine[kSamples], all[kMostRanks * kSamples];
  for (int s = 0; s < kSamples; ++s) {
    mine[s] = {value_t(), m > 0 ? rank : kMostRanks, m > 0 ? s * m / kSamples : 0};
    if (m > 0) cudaMemcpy(&mine[s].key, run + mine[s].place, sizeof(value_t), cudaMemcpyDeviceToHost);
  }
  transport.all_gather(mine, kSamples, all);
  int samples = 0;
  for (int s = 0; s < ranks * kSamples; ++s) {
    if (all[s].rank == kMostRanks) continue;
    const Sample sample = all[s];
    int at = samples++;
    for (; at > 0 && comes_before(sample, all[at - 1]); --at) all[at] = all[at - 1];
    all[at] = sample;
  }
  // TODO 1 end

  // TODO 2 begin: where the run is cut, by halves, and what comes from whom
  int send[kMostRanks], receive[kMostRanks], counts[kMostRanks * kMostRanks];
  int begin = 0;
  for (int r = 0; r < ranks; ++r) {
    int low = begin, high = m;
    const int next = (r + 1) * samples / ranks;
    while (low < high && r + 1 < ranks && next < samples) {
      Sample middle{value_t(), rank, low + (high - low) / 2};
      cudaMemcpy(&middle.key, run + middle.place, sizeof(value_t), cudaMemcpyDeviceToHost);
      if (comes_before(middle, all[next])) {
        low = middle.place + 1;
      } else {
        high = middle.place;
      }
    }
    send[r] = high - begin;
    begin = high;
  }
  transport.all_gather(send, ranks, counts);
  // TODO 2 end

  // TODO 3 begin: send, and sort what has come
  for (int r = 0; r < ranks; ++r) total += receive[r] = counts[r * ranks + rank];
  transport.all_to_all(run, send, received, receive);
  sort_on_device(received, total, C);
  // TODO 3 end
  cudaFree(run);
  cudaFree(received);
  return total;
}
