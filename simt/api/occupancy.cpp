// How many blocks of a kernel a multiprocessor holds, by threads and shared memory.
#include <simt/occupancy.hpp>

#include <algorithm>
#include <simt/limits.hpp>

#include "device_launches.hpp"
#include "device_model.hpp"
#include "simt/core/static_shared.hpp"
#include "state.hpp"

namespace {

constexpr int kMostBlockThreads = 1024;
constexpr std::size_t kSharedUnit = 128;

using simt::api::device_model;
using simt::core::static_shared_bytes;

std::size_t most_dynamic(const void* kernel) {
  const auto limit = simt::core::dynamic_limits().find(kernel);
  const std::size_t fixed = static_shared_bytes(kernel);
  if (limit != simt::core::dynamic_limits().end()) return limit->second;
  return fixed < simt::kDefaultDynamicShared ? simt::kDefaultDynamicShared - fixed : 0;
}

int blocks_by_threads(int block_size) {
  const int warps = (block_size + 31) / 32;
  if (block_size > kMostBlockThreads) return 0;
  return std::min(device_model().blocks_per_multiprocessor,
                  device_model().threads_per_multiprocessor / 32 / warps);
}

int blocks_of(const void* kernel, int block_size, std::size_t shared_bytes) {
  if (shared_bytes > most_dynamic(kernel)) return 0;
  const std::size_t needed =
      static_shared_bytes(kernel) + shared_bytes + static_cast<std::size_t>(device_model().reserved_shared);
  const std::size_t rounded = (needed + kSharedUnit - 1) / kSharedUnit * kSharedUnit;
  const int by_threads = blocks_by_threads(block_size);
  if (rounded == 0) return by_threads;
  return std::min(by_threads, device_model().shared_per_multiprocessor / static_cast<int>(rounded));
}

}  // namespace

namespace simt {

int api::most_resident_blocks(const void* kernel, int block_size, std::size_t shared_bytes) {
  return device_model().multiprocessors * blocks_of(kernel, block_size, shared_bytes);
}

cudaError_t best_block_size(int* grid_size, int* block_size, const void* kernel, const BlockSizes& sizes) {
  SIMT_NEEDS_DEVICE;
  if (grid_size == nullptr || block_size == nullptr || kernel == nullptr)
    return set_error(cudaErrorInvalidValue);
  int best = 0, best_threads = 0, best_blocks = 0;
  for (int warps = (std::min(sizes.most, kMostBlockThreads) + 31) / 32;
       warps > 0 && best_threads < device_model().threads_per_multiprocessor; --warps) {
    const int threads = sizes.threads(warps);
    const int blocks = blocks_of(kernel, threads, sizes.shared_bytes[warps - 1]);
    if (threads * blocks <= best_threads) continue;
    best = threads;
    best_blocks = blocks;
    best_threads = threads * blocks;
  }
  check::api_writes("cudaOccupancyMaxPotentialBlockSize", grid_size, sizeof *grid_size);
  check::api_writes("cudaOccupancyMaxPotentialBlockSize", block_size, sizeof *block_size);
  *grid_size = best_blocks * device_model().multiprocessors;
  *block_size = best;
  return cudaSuccess;
}

}  // namespace simt

using simt::set_error;

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel, int block_size,
                                                          std::size_t shared_bytes) {
  SIMT_NEEDS_DEVICE_OR_KERNEL;
  if (blocks == nullptr || block_size <= 0) return set_error(cudaErrorInvalidValue);
  if (kernel == nullptr) return set_error(cudaErrorInvalidDeviceFunction);
  simt::api::writes_result("cudaOccupancyMaxActiveBlocksPerMultiprocessor", blocks, sizeof *blocks,
                           SIMT_CALLER);
  *blocks = blocks_of(kernel, block_size, shared_bytes);
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int block_size, std::size_t shared_bytes,
                                                                   unsigned int flags) {
  if (flags > cudaOccupancyDisableCachingOverride) return set_error(cudaErrorInvalidValue);
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, block_size, shared_bytes);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* kernel, int blocks,
                                                      int block_size) {
  SIMT_NEEDS_DEVICE;
  if (kernel == nullptr) return set_error(cudaErrorInvalidDeviceFunction);
  if (bytes == nullptr || block_size <= 0 || blocks <= 0 || blocks > blocks_by_threads(block_size)) {
    return set_error(cudaErrorInvalidValue);
  }
  simt::check::api_writes("cudaOccupancyAvailableDynamicSMemPerBlock", bytes, sizeof *bytes);
  const std::size_t all = static_cast<std::size_t>(device_model().shared_per_multiprocessor);
  const std::size_t share = all / static_cast<std::size_t>(blocks) / kSharedUnit * kSharedUnit;
  *bytes = std::min(most_dynamic(kernel), share - std::min(share, static_shared_bytes(kernel)));
  return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
  SIMT_NEEDS_DEVICE_OR_KERNEL;
  if (attributes == nullptr) return set_error(cudaErrorInvalidValue);
  if (kernel == nullptr) return set_error(cudaErrorInvalidDeviceFunction);
  simt::api::writes_result("cudaFuncGetAttributes", attributes, sizeof *attributes, SIMT_CALLER);
  *attributes = {};
  attributes->sharedSizeBytes = static_shared_bytes(kernel);
  attributes->maxThreadsPerBlock = kMostBlockThreads;
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 10 * device_model().major + device_model().minor;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(most_dynamic(kernel));
  attributes->preferredShmemCarveout = -1;
  if (const dim3* cluster = simt::api::cluster_of(kernel); cluster != nullptr) {
    attributes->clusterDimMustBeSet = 1;
    attributes->requiredClusterWidth = static_cast<int>(cluster->x);
    attributes->requiredClusterHeight = static_cast<int>(cluster->y);
    attributes->requiredClusterDepth = static_cast<int>(cluster->z);
  }
  attributes->nonPortableClusterSizeAllowed = simt::api::allows_large_clusters(kernel) ? 1 : 0;
  return cudaSuccess;
}
