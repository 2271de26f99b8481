// Some of the runtime's functions under their own names: the dynamic linker finds a program's before a
// library's, so a student's object calls these, and these call the runtime. Launches are noted, and what
// would keep lines in the cache from call to call is refused. Which launch function nvcc's code calls differs
// between toolkits.
#include "worker/gpu/launches.hpp"

#include <cuda_runtime.h>

#include "worker/gpu/host_values.hpp"

namespace mergelab::worker {
namespace {

using Launch = cudaError_t (*)(const void*, dim3, dim3, void**, std::size_t, cudaStream_t);

bool is_default(cudaStream_t stream) { return stream == nullptr || stream == cudaStreamLegacy; }

void note(const LaunchShape& shape, cudaStream_t stream, const void* function) {
  wire::Launches& seen = launches();
  if (!is_default(stream)) ++seen.elsewhere;
  const auto& [grid, block, shared_bytes] = shape;
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  const std::uint64_t most = std::uint64_t{seen.grid[0]} * seen.grid[1] * seen.grid[2];
  if (seen.count++ == 0 || blocks > most) {
    seen.other_blocks += most;
    seen.grid = {grid.x, grid.y, grid.z};
    seen.block = {block.x, block.y, block.z};
  } else {
    seen.other_blocks += blocks;
  }
  seen.dynamic_shared_bytes = std::max<std::uint64_t>(seen.dynamic_shared_bytes, shared_bytes);
  cudaFuncAttributes attributes{};
  if (cudaFuncGetAttributes(&attributes, function) == cudaSuccess)
    seen.static_shared_bytes = std::max<std::uint64_t>(seen.static_shared_bytes, attributes.sharedSizeBytes);
}

/// A launch, noted with what host code gives with it and gets from it.
template <class Call>
cudaError_t launched(const LaunchShape& shape, cudaStream_t stream, const void* function, void** arguments,
                     const Call& launch) {
  note(shape, stream, function);
  launch_takes(shape, function, arguments);
  const cudaError_t error = launch();
  launch_leaves();
  return error;
}

/// Whether a launch asks for lines that persist in the cache.
bool has_access_policy(const cudaLaunchConfig_t& config) {
  return std::any_of(config.attrs, config.attrs + config.numAttrs, [](const cudaLaunchAttribute& attribute) {
    return attribute.id == cudaLaunchAttributeAccessPolicyWindow;
  });
}

}  // namespace

wire::Launches& launches() {
  static wire::Launches the_launches;
  return the_launches;
}

}  // namespace mergelab::worker

using mergelab::worker::Launch;
using mergelab::worker::launched;
using mergelab::worker::next;

extern "C" {

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  static const auto kNext = next<decltype(&cudaDeviceSetLimit)>("cudaDeviceSetLimit");
  if (limit == cudaLimitPersistingL2CacheSize && value > 0) return cudaErrorNotSupported;
  return kNext(limit, value);
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  static const auto kNext = next<Launch>("cudaLaunchKernel");
  return launched({grid, block, shared_bytes}, stream, function, arguments,
                  [&] { return kNext(function, grid, block, arguments, shared_bytes, stream); });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
  static const auto kNext = next<decltype(&cudaLaunchKernelExC)>("cudaLaunchKernelExC");
  if (mergelab::worker::has_access_policy(*config)) return cudaErrorNotSupported;
  return launched({config->gridDim, config->blockDim, config->dynamicSmemBytes}, config->stream, function,
                  arguments, [&] { return kNext(config, function, arguments); });
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream) {
  static const auto kNext = next<Launch>("cudaLaunchCooperativeKernel");
  return launched({grid, block, shared_bytes}, stream, function, arguments,
                  [&] { return kNext(function, grid, block, arguments, shared_bytes, stream); });
}

#if CUDART_VERSION >= 13000
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               size_t shared_bytes, cudaStream_t stream) {
  static const auto kNext = next<decltype(&__cudaLaunchKernel)>("__cudaLaunchKernel");
  return launched({grid, block, shared_bytes}, stream, kernel, arguments,
                  [&] { return kNext(kernel, grid, block, arguments, shared_bytes, stream); });
}
#endif
}
