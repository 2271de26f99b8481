// What only a GPU can show of device_merge: graphs, streams, and more outputs than 32 bits count. Each
// function returns 0, a cudaError_t, or kWrongOutput.
#include <cuda_runtime.h>

#include <algorithm>
#include <mergelab/device_merge.cuh>
#include <random>
#include <vector>

namespace {

constexpr int kWrongOutput = -2;

#define RETURN_ERROR(call)                                                          \
  do {                                                                              \
    if (const cudaError_t status_ = (call); status_ != cudaSuccess) return status_; \
  } while (false)

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
/// Counts keys by value, and neighbours that are out of order (in counts[256]).
template <class Key>
__global__ void count_kernel(const Key* keys, long long count, unsigned long long* counts) {
  __shared__ unsigned here[257];
  for (unsigned i = threadIdx.x; i < 257; i += blockDim.x) here[i] = 0;
  __syncthreads();  // the counters are zero
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
    atomicAdd(&here[(static_cast<int>(keys[i]) + 128) & 255], 1U);
    if (i > 0 && keys[i] < keys[i - 1]) atomicAdd(&here[256], 1U);
  }
  __syncthreads();  // the block has counted
  for (unsigned i = threadIdx.x; i < 257; i += blockDim.x)
    if (here[i] > 0) atomicAdd(&counts[i], static_cast<unsigned long long>(here[i]));
}

/// 2^31 + 2^30 + 2001 outputs. Sorted and of the right counts, they are right.
template <class Key>
int merge_beyond() {
  constexpr long long kA = (1LL << 31) + 1001, kB = (1LL << 30) + 1000;
  Key *A = nullptr, *B = nullptr, *C = nullptr;
  unsigned long long* counts = nullptr;
  RETURN_ERROR(cudaMalloc(&A, kA * sizeof(Key)));
  RETURN_ERROR(cudaMalloc(&B, kB * sizeof(Key)));
  RETURN_ERROR(cudaMalloc(&C, (kA + kB) * sizeof(Key)));
  RETURN_ERROR(cudaMalloc(&counts, 2 * 257 * sizeof *counts));
  RETURN_ERROR(cudaMemset(counts, 0, 2 * 257 * sizeof *counts));
  RETURN_ERROR(cudaMemset(C, 0x11, (kA + kB) * sizeof(Key)));
  staircase_kernel<<<1024, 256>>>(A, kA);
  staircase_kernel<<<1024, 256>>>(B, kB);
  count_kernel<<<1024, 256>>>(A, kA, counts);
  count_kernel<<<1024, 256>>>(B, kB, counts);
  RETURN_ERROR(mergelab::device_merge(A, kA, B, kB, C));
  count_kernel<<<1024, 256>>>(C, kA + kB, counts + 257);
  std::vector<unsigned long long> host(2 * 257);
  RETURN_ERROR(cudaMemcpy(host.data(), counts, host.size() * sizeof host[0], cudaMemcpyDeviceToHost));
  for (void* memory :
       {static_cast<void*>(A), static_cast<void*>(B), static_cast<void*>(C), static_cast<void*>(counts)})
    RETURN_ERROR(cudaFree(memory));
  const bool same = std::equal(host.begin(), host.begin() + 257, host.begin() + 257);
  return same && host[256] == 0 && host[2 * 257 - 1] == 0 ? 0 : kWrongOutput;
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
  cudaStream_t stream{};
  cudaGraph_t graph{};
  cudaGraphExec_t replay{};
  RETURN_ERROR(cudaStreamCreate(&stream));
  RETURN_ERROR(workspace() == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);  // not while it is captured
  RETURN_ERROR(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  RETURN_ERROR(merge(arrays, stream));
  RETURN_ERROR(cudaStreamEndCapture(stream, &graph));
  RETURN_ERROR(cudaGraphInstantiate(&replay, graph, 0));
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Merge merge(kA, kB, seed);
    RETURN_ERROR(arrays.fill(merge));
    RETURN_ERROR(cudaDeviceSynchronize());
    RETURN_ERROR(cudaGraphLaunch(replay, stream));
    RETURN_ERROR(cudaStreamSynchronize(stream));
    if (const int wrong = arrays.check(merge)) return wrong;
  }
  RETURN_ERROR(cudaGraphExecDestroy(replay));
  RETURN_ERROR(cudaGraphDestroy(graph));
  return cudaStreamDestroy(stream);
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
  RETURN_ERROR(cudaDeviceSynchronize());
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    RETURN_ERROR(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int i = 0; i < 20; ++i) {
    RETURN_ERROR(merge(first, streams[0]));
    RETURN_ERROR(merge(second, streams[1]));
  }
  RETURN_ERROR(cudaDeviceSynchronize());
  for (cudaStream_t& stream : streams) RETURN_ERROR(cudaStreamDestroy(stream));
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
