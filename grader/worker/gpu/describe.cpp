// mergelab-worker-gpu --device: describes the device, to choose a backend.
#include <cuda_runtime.h>

#include <cstdio>

#include "worker/watch.hpp"

namespace mergelab::worker {
namespace {

/// A JSON object on one line, so that one reader serves for both outcomes.
int fail(cudaError_t status, int driver, int runtime) {
  std::printf("{\"error\": \"%s\", \"text\": \"%s\", \"driver\": %d, \"runtime\": %d}\n",
              cudaGetErrorName(status), cudaGetErrorString(status), driver, runtime);
  return 1;
}

}  // namespace

int describe_device() {
  int driver = 0, runtime = 0, device = 0;
  std::size_t free_bytes = 0, total_bytes = 0;
  cudaDeviceProp properties{};
  static_cast<void>(cudaDriverGetVersion(&driver));  // 0 without a driver
  static_cast<void>(cudaRuntimeGetVersion(&runtime));
  for (const cudaError_t status : {cudaGetDevice(&device), cudaGetDeviceProperties(&properties, device),
                                   cudaMemGetInfo(&free_bytes, &total_bytes)}) {
    if (status != cudaSuccess) return fail(status, driver, runtime);
  }
  std::printf(
      "{\"name\": \"%s\", \"compute_capability\": %d, \"driver\": %d, \"runtime\": %d, \"multiprocessors\": "
      "%d, "
      "\"l2_bytes\": %d, \"free_bytes\": %zu, \"total_bytes\": %zu}\n",
      properties.name, 10 * properties.major + properties.minor, driver, runtime,
      properties.multiProcessorCount, properties.l2CacheSize, free_bytes, total_bytes);
  return 0;
}

}  // namespace mergelab::worker
