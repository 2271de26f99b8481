// What only a GPU can show of device_merge: graphs, streams, and more outputs than 32 bits count.
#include <cuda_runtime.h>

#include <algorithm>
#include <mergelab/device_merge.cuh>
#include <random>
#include <vector>

#include "on_gpu.cuh"

namespace {

/// Two sorted arrays, of new keys each time, and their merge.
struct Merge {
  explicit Merge(int m, int n, unsigned seed) : a(m), b(n), expected(m + n) {
    std::mt19937 random(seed);
    for (int& key : a) key = static_cast<int>(random());
    for (int& key : b) key = static_cast<int>(random());
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
  }
  std::vector<int> a, b, expected;
};

struct Arrays {
  Arrays(int m_, int n_) : m(m_), n(n_) {
    for (int** array : {&A, &B, &C})
      if (status == cudaSuccess)
        status = cudaMalloc(array, static_cast<std::size_t>(array == &C   ? m + n
                                                            : array == &A ? m
                                                                          : n) *
                                       sizeof(int));
  }
  ~Arrays() {
    for (int* array : {A, B, C}) cudaFree(array);
  }
  Arrays(const Arrays&) = delete;
  Arrays& operator=(const Arrays&) = delete;
  cudaError_t fill(const Merge& merge) const {
    cudaError_t error = cudaMemcpy(A, merge.a.data(), merge.a.size() * sizeof(int), cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
      error = cudaMemcpy(B, merge.b.data(), merge.b.size() * sizeof(int), cudaMemcpyHostToDevice);
    if (error == cudaSuccess) error = cudaMemset(C, 0xA5, static_cast<std::size_t>(m + n) * sizeof(int));
    return error;
  }
  int check(const Merge& merge) const {
    std::vector<int> got(merge.expected.size());
    RETURN_ERROR(cudaMemcpy(got.data(), C, got.size() * sizeof(int), cudaMemcpyDeviceToHost));
    return got == merge.expected ? 0 : kWrongOutput;
  }
  int m, n;
  int *A = nullptr, *B = nullptr, *C = nullptr;
  cudaError_t status = cudaSuccess;
};

template <class Key>
__global__ void staircase_kernel(Key* keys, long long count) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    keys[i] = static_cast<Key>(i * 200 / count - 100);
}

/// 2^31 + 2^30 + 2001 outputs. Sorted and of the right counts, they are right.
template <class Key>
int merge_beyond() {
  constexpr long long kA = (1LL << 31) + 1001, kB = (1LL << 30) + 1000;
  Key *A = nullptr, *B = nullptr, *C = nullptr;
  RETURN_ERROR(cudaMalloc(&A, kA * sizeof(Key)));
  RETURN_ERROR(cudaMalloc(&B, kB * sizeof(Key)));
  RETURN_ERROR(cudaMalloc(&C, (kA + kB) * sizeof(Key)));
  KeyCounts counts;
  RETURN_ERROR(counts.status);
  RETURN_ERROR(cudaMemset(C, 0x11, (kA + kB) * sizeof(Key)));
  staircase_kernel<<<1024, 256>>>(A, kA);
  staircase_kernel<<<1024, 256>>>(B, kB);
  counts.add_before(A, kA);
  counts.add_before(B, kB);
  RETURN_ERROR(mergelab::device_merge(A, kA, B, kB, C));
  counts.add_after(C, kA + kB);
  RETURN_ERROR(counts.fetch());
  for (Key* keys : {A, B, C}) RETURN_ERROR(cudaFree(keys));
  return counts.is_sorted_before() && counts.is_sorted_after() ? 0 : kWrongOutput;
}

/// Shared by all merges of this file, also of different streams.
mergelab::MergeWorkspace* workspace() {
  static mergelab::MergeWorkspace reserved;
  static const cudaError_t status = reserved.reserve(std::int64_t{1} << 28);
  return status == cudaSuccess ? &reserved : nullptr;
}

cudaError_t merge(const Arrays& arrays, cudaStream_t stream = nullptr) {
  return mergelab::device_merge(arrays.A, arrays.m, arrays.B, arrays.n, arrays.C, stream, mergelab::Less{},
                                mergelab::no_values, workspace());
}

}  // namespace

/// Captures a merge, and replays the graph with new keys each time.
extern "C" int merge_in_a_graph() {
  constexpr int kA = 3'000'000, kB = 1'234'567;
  const Arrays arrays(kA, kB);
  RETURN_ERROR(arrays.status);
  RETURN_ERROR(workspace() == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);  // not while it is captured
  Merge keys(0, 0, 0);
  const auto fill = [&](unsigned seed) {
    keys = Merge(kA, kB, seed);
    return arrays.fill(keys);
  };
  return replay_with_new_keys([&](cudaStream_t stream) { return merge(arrays, stream); }, fill,
                              [&] { return arrays.check(keys); });
}

/// Queues merges of two problems in two streams in turns, 20 each.
extern "C" int merge_in_two_streams() {
  constexpr int kKeys = 700'001;
  const Arrays first(kKeys, kKeys), second(kKeys, 3 * kKeys);
  RETURN_ERROR(first.status);
  RETURN_ERROR(second.status);
  const Merge one(kKeys, kKeys, 11), other(kKeys, 3 * kKeys, 12);
  RETURN_ERROR(first.fill(one));
  RETURN_ERROR(second.fill(other));
  RETURN_ERROR(run_in_two_streams([&](cudaStream_t stream) { return merge(first, stream); },
                                  [&](cudaStream_t stream) { return merge(second, stream); }));
  const int wrong = first.check(one);
  return wrong != 0 ? wrong : second.check(other);
}

extern "C" int merge_beyond_32_bits() { return merge_beyond<signed char>(); }
extern "C" int merge_ints_beyond_32_bits() { return merge_beyond<int>(); }

/// Queues merges for about a fifth of a second, and doesn't wait for the last one.
extern "C" int merge_for_long() {
  constexpr int kKeys = 60'000'000;
  static const Arrays arrays(kKeys, kKeys);
  RETURN_ERROR(arrays.status);
  static const cudaError_t filled = [] {
    staircase_kernel<<<1024, 256>>>(arrays.A, kKeys);
    staircase_kernel<<<1024, 256>>>(arrays.B, kKeys);
    return cudaGetLastError();
  }();
  RETURN_ERROR(filled);
  RETURN_ERROR(cudaDeviceSynchronize());
  for (int i = 0; i < 800; ++i) RETURN_ERROR(merge(arrays));
  return 0;
}
