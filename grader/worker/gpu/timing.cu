// A GPU's side of timing.hpp.
#include "worker/timing.hpp"

#include <cuda_runtime.h>

#include "wire/digest.hpp"
#include "worker/cuda_check.hpp"
#include "worker/gpu/cache_flush.hpp"

namespace mergelab::worker {
namespace {

// Long enough that a device which has idled since the last call runs at full clocks again.
constexpr float kSettleMs = 5;
constexpr int kDigestBlocks = 512, kDigestThreads = 256;
constexpr std::size_t kWarmBytes = wire::kChunkWords * sizeof(std::uint32_t);

/// What the digest's blocks add up in; the last of them leaves it as it was.
struct Sum {
  unsigned long long value;
  unsigned int blocks;
};

/// Each group of kSectorWords threads reads one sector at a time. The last block writes the sum to `result`,
/// which is memory of the host: a copy would take longer than the digest.
__global__ void digest_kernel(const std::uint32_t* words, std::uint64_t count, std::uint64_t key, Sum* sum,
                              volatile unsigned long long* result) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  std::uint64_t mine = 0;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;; i += threads) {
    const std::uint64_t chunk = i / wire::kSectorWords;
    if (chunk * wire::kChunkWords >= count) break;
    const std::uint64_t index = wire::sector_of(chunk, count, key) + i % wire::kSectorWords;
    if (index < count) mine += wire::digest_of(index, words[index], key);
  }
  for (int lanes = warpSize / 2; lanes > 0; lanes /= 2) mine += __shfl_down_sync(0xffffffff, mine, lanes);
  if (threadIdx.x % warpSize == 0) atomicAdd(&sum->value, static_cast<unsigned long long>(mine));
  __syncthreads();  // the block's warps have all added theirs
  if (threadIdx.x != 0) return;
  __threadfence();
  if (atomicAdd(&sum->blocks, 1U) != gridDim.x - 1) return;
  *result = atomicExch(&sum->value, 0ULL);
  sum->blocks = 0;
}

/// Made once: allocations would cost more than a timed call does.
struct Tools {
  Sum* sum = nullptr;
  unsigned long long* result = nullptr;  // host memory that the device can write
  void* words = nullptr;                 // for a first digest
  cudaEvent_t begin{}, now{};
};

const Tools& tools() {
  static const Tools kTools = [] {
    Tools made;
    check(cudaMalloc(&made.sum, sizeof *made.sum), "cudaMalloc");
    check(cudaMemset(made.sum, 0, sizeof *made.sum), "cudaMemset");
    check(cudaHostAlloc(&made.result, sizeof *made.result, cudaHostAllocMapped), "cudaHostAlloc");
    check(cudaMalloc(&made.words, kWarmBytes), "cudaMalloc");
    check(cudaMemset(made.words, 0, kWarmBytes), "cudaMemset");
    check(cudaEventCreate(&made.begin), "cudaEventCreate");
    check(cudaEventCreate(&made.now), "cudaEventCreate");
    return made;
  }();
  return kTools;
}

/// Lines that a submission made persisting would outlast the flush: an earlier call's settings must not help
/// a later one.
void reset_persisting_lines() {
  int device = 0, most_bytes = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaDeviceGetAttribute(&most_bytes, cudaDevAttrMaxPersistingL2CacheSize, device),
        "cudaDeviceGetAttribute");
  if (most_bytes == 0) return;  // such a device has no persisting lines
  for (const cudaStream_t stream : {cudaStream_t{nullptr}, cudaStreamLegacy, cudaStreamPerThread}) {
    const cudaStreamAttrValue no_window{};
    static_cast<void>(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &no_window));
  }
  static_cast<void>(cudaGetLastError());  // a stream that refuses the attribute has no window
  check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0), "cudaDeviceSetLimit");
  check(cudaCtxResetPersistingL2Cache(), "cudaCtxResetPersistingL2Cache");
}

}  // namespace

void warm_up_device() {
  static const CacheFlush flush;
  const Tools& made = tools();
  reset_persisting_lines();
  // The digest's kernel is loaded by now, and the address it writes to is warm.
  static_cast<void>(digest_on_device(made.words, kWarmBytes, 0));
  check(cudaEventRecord(made.begin), "cudaEventRecord");
  for (float ms = 0; ms < kSettleMs;) {
    flush.queue();
    check(cudaEventRecord(made.now), "cudaEventRecord");
    check(cudaEventSynchronize(made.now), "cudaEventSynchronize");
    check(cudaEventElapsedTime(&ms, made.begin, made.now), "cudaEventElapsedTime");
  }
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

std::uint64_t digest_on_device(const void* memory, std::size_t bytes, std::uint64_t key) {
  const Tools& made = tools();
  digest_kernel<<<kDigestBlocks, kDigestThreads>>>(static_cast<const std::uint32_t*>(memory),
                                                   bytes / sizeof(std::uint32_t), key, made.sum, made.result);
  check(cudaGetLastError(), "the digest's launch");
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  return *made.result;
}

}  // namespace mergelab::worker
