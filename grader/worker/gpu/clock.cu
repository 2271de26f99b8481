// The GPU's clock and its cache flush, for the worker and for the benchmark.
#include <cuda_runtime.h>

#include <algorithm>

#include "worker/cuda_check.hpp"
#include "worker/gpu/cache_flush.hpp"
#include "worker/timing.hpp"

namespace mergelab::worker {
namespace {

constexpr int kBlocks = 512, kThreads = 256;

/// Leaves no call's data in the caches, and nothing that must be written back.
__global__ void read_kernel(const uint4* memory, std::size_t count, unsigned int* sink) {
  unsigned int sum = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x)
    sum += memory[i].x;
  if (sum == 1) *sink = sum;  // never: the memory holds zeros; but the reads must stay
}

}  // namespace

CacheFlush::CacheFlush() {
  int device = 0, l2_bytes = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device), "cudaDeviceGetAttribute");
  bytes_ = 2 * static_cast<std::size_t>(std::max(l2_bytes, 1 << 20));
  check(cudaMalloc(&memory_, bytes_), "cudaMalloc");
  check(cudaMalloc(&sink_, sizeof *sink_), "cudaMalloc");
}

CacheFlush::~CacheFlush() {
  static_cast<void>(cudaFree(memory_));
  static_cast<void>(cudaFree(sink_));
}

void CacheFlush::queue() const {
  check(cudaMemsetAsync(memory_, 0, bytes_), "cudaMemsetAsync");
  read_kernel<<<kBlocks, kThreads>>>(static_cast<const uint4*>(memory_), bytes_ / sizeof(uint4), sink_);
  check(cudaGetLastError(), "the launch that empties the caches");
}

struct CallTimer::Events {
  cudaEvent_t begin{}, end{};
};

CallTimer::CallTimer() : events_(new Events) {
  check(cudaEventCreate(&events_->begin), "cudaEventCreate");
  check(cudaEventCreate(&events_->end), "cudaEventCreate");
}

CallTimer::~CallTimer() {
  for (const cudaEvent_t event : {events_->begin, events_->end}) static_cast<void>(cudaEventDestroy(event));
  delete events_;
}

void CallTimer::start() { static_cast<void>(cudaEventRecord(events_->begin)); }
void CallTimer::stop() { static_cast<void>(cudaEventRecord(events_->end)); }

double CallTimer::seconds() const {
  float ms = 0;
  const cudaError_t status = cudaEventElapsedTime(&ms, events_->begin, events_->end);
  return status == cudaSuccess ? static_cast<double>(ms) / 1e3 : -1;
}

}  // namespace mergelab::worker
