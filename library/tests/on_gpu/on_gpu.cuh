// What the functions share that only a GPU can run: graphs, streams, and the counts of more keys than 32 bits
// count. Each returns 0, a cudaError_t, or kWrongOutput.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>

constexpr int kWrongOutput = -2;

#define RETURN_ERROR(call)                                                          \
  do {                                                                              \
    if (const cudaError_t status_ = (call); status_ != cudaSuccess) return status_; \
  } while (false)

/// Captures what `launch(stream)` queues, and replays the graph five times, each after `fill(seed)` and
/// before `check()`.
template <class Launch, class Fill, class Check>
int replay_with_new_keys(Launch launch, Fill fill, Check check) {
  cudaStream_t stream{};
  cudaGraph_t graph{};
  cudaGraphExec_t replay{};
  RETURN_ERROR(cudaStreamCreate(&stream));
  RETURN_ERROR(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  RETURN_ERROR(launch(stream));
  RETURN_ERROR(cudaStreamEndCapture(stream, &graph));
  RETURN_ERROR(cudaGraphInstantiate(&replay, graph, 0));
  for (unsigned seed = 1; seed <= 5; ++seed) {
    RETURN_ERROR(fill(seed));
    RETURN_ERROR(cudaDeviceSynchronize());
    RETURN_ERROR(cudaGraphLaunch(replay, stream));
    RETURN_ERROR(cudaStreamSynchronize(stream));
    if (const int wrong = check()) return wrong;
  }
  RETURN_ERROR(cudaGraphExecDestroy(replay));
  RETURN_ERROR(cudaGraphDestroy(graph));
  return cudaStreamDestroy(stream);
}

/// Queues both in two streams in turns, 20 each, and waits for them.
template <class First, class Second>
cudaError_t run_in_two_streams(First first, Second second) {
  RETURN_ERROR(cudaDeviceSynchronize());
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    RETURN_ERROR(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int i = 0; i < 20; ++i) {
    RETURN_ERROR(first(streams[0]));
    RETURN_ERROR(second(streams[1]));
  }
  RETURN_ERROR(cudaDeviceSynchronize());
  for (cudaStream_t& stream : streams) RETURN_ERROR(cudaStreamDestroy(stream));
  return cudaSuccess;
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

/// How often there is each of 256 keys, before and after, and how many neighbours are out of order.
struct KeyCounts {
  KeyCounts() {
    status = cudaMalloc(&counts, sizeof host);
    if (status == cudaSuccess) status = cudaMemset(counts, 0, sizeof host);
  }
  ~KeyCounts() { cudaFree(counts); }
  KeyCounts(const KeyCounts&) = delete;
  KeyCounts& operator=(const KeyCounts&) = delete;
  template <class Key>
  void add_before(const Key* keys, long long count) const {
    count_kernel<<<1024, 256>>>(keys, count, counts);
  }
  template <class Key>
  void add_after(const Key* keys, long long count) const {
    count_kernel<<<1024, 256>>>(keys, count, counts + 257);
  }
  cudaError_t fetch() { return cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost); }
  /// Sorted and of the right counts, keys are right.
  [[nodiscard]] bool is_sorted_after() const {
    return host[1][256] == 0 && std::equal(host[0], host[0] + 256, host[1]);
  }
  [[nodiscard]] bool is_sorted_before() const { return host[0][256] == 0; }

  unsigned long long* counts = nullptr;
  unsigned long long host[2][257]{};
  cudaError_t status;
};
