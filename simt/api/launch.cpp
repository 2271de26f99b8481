// A launch's requirements, checked against the device.
#include <simt/launch.hpp>
#include <simt/limits.hpp>

#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <utility>

#include "device_launches.hpp"
#include "device_model.hpp"
#include "graphs.hpp"
#include "simt/check/host_values.hpp"
#include "simt/check/launches.hpp"
#include "simt/check/report.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/events.hpp"
#include "simt/core/launch.hpp"
#include "simt/core/registered.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/static_shared.hpp"
#include "simt/core/stream_order.hpp"
#include "simt/core/violation.hpp"
#include "simt/core/watch.hpp"
#include "state.hpp"

namespace simt {
namespace {

using core::Listener;
using core::tell;

/// Returns the first extent that is not positive, if any. A negative int arrives as an unsigned number above
/// the largest int.
RefusedLaunch not_positive(Refusal why, const dim3& extent) {
  const unsigned lengths[] = {extent.x, extent.y, extent.z};
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (const auto length = static_cast<int>(lengths[axis]); length <= 0) return {why, axis, length};
  }
  return {};
}

// Blocks: of every cluster that CUDA allows, and of those for which a program has asked.
constexpr int kPortableCluster = 8, kLargeCluster = 16;

bool is_clustered(const dim3& shape) { return shape.x != 1 || shape.y != 1 || shape.z != 1; }

// By kernel: the shape that __cluster_dims__ gives, and whether its clusters may have more than 8 blocks.
std::map<const void*, dim3>& cluster_shapes() {
  static auto& all = *new std::map<const void*, dim3>;
  return all;
}
std::set<const void*>& large_clusters() {
  static auto& all = *new std::set<const void*>;
  return all;
}

RefusedLaunch refused_cluster(const LaunchConfig& config, const void* kernel) {
  if (api::device_model().major < 9) return {Refusal::attribute};
  const unsigned shape[] = {config.cluster.x, config.cluster.y, config.cluster.z};
  const unsigned grid[] = {config.grid.x, config.grid.y, config.grid.z};
  const std::int64_t most = large_clusters().contains(kernel) ? kLargeCluster : kPortableCluster;
  const auto blocks = static_cast<std::int64_t>(Extent{shape[0], shape[1], shape[2]}.count());
  if (blocks < 1 || blocks > most) return {Refusal::cluster_size, 0, blocks, most};
  if (const auto known = cluster_shapes().find(kernel); known != cluster_shapes().end()) {
    const dim3& given = known->second;
    if (given.x != shape[0] || given.y != shape[1] || given.z != shape[2]) return {Refusal::other_cluster};
  }
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (grid[axis] % shape[axis] != 0) return {Refusal::part_of_cluster, axis, grid[axis], shape[axis]};
  }
  return {};
}

RefusedLaunch refusal(const LaunchConfig& config, const void* kernel, const void* code) {
  constexpr unsigned kMostInZ = 64, kMostBlocks = 65535;
  const dim3& grid = config.grid;
  const dim3& block = config.block;
  if (RefusedLaunch none = not_positive(Refusal::no_blocks, grid); none.why != Refusal::none) return none;
  if (RefusedLaunch none = not_positive(Refusal::no_threads, block); none.why != Refusal::none) return none;
  const auto threads = static_cast<std::int64_t>(Extent{block.x, block.y, block.z}.count());
  if (threads > core::kMaxThreads) return {Refusal::too_many_threads, 0, threads, core::kMaxThreads};
  if (block.z > kMostInZ) return {Refusal::too_many_threads, 2, block.z, kMostInZ};
  if (grid.y > kMostBlocks) return {Refusal::too_many_blocks, 1, grid.y, kMostBlocks};
  if (grid.z > kMostBlocks) return {Refusal::too_many_blocks, 2, grid.z, kMostBlocks};
  const std::size_t fixed = core::static_shared_bytes(code);
  const auto bytes = [](std::size_t count) { return static_cast<std::int64_t>(count); };
  if (fixed > kDefaultDynamicShared)
    return {Refusal::static_shared, 0, bytes(fixed), bytes(kDefaultDynamicShared)};
  const auto limit = core::dynamic_limits().find(kernel);
  const std::size_t most =
      limit == core::dynamic_limits().end() ? kDefaultDynamicShared - fixed : limit->second;
  if (config.shared_bytes > most)
    return {Refusal::dynamic_shared, 0, bytes(config.shared_bytes), bytes(most)};
  if (is_clustered(config.cluster)) return refused_cluster(config, kernel);
  if (!config.cooperative) return {};
  const auto blocks = static_cast<std::int64_t>(Extent{grid.x, grid.y, grid.z}.count());
  const std::int64_t resident =
      api::most_resident_blocks(kernel, static_cast<int>(threads), config.shared_bytes);
  if (blocks <= resident) return {};
  return {Refusal::cooperative_too_large, 0, blocks, resident};
}

cudaError_t error_of(Refusal why) {
  switch (why) {
    case Refusal::none:
      return cudaSuccess;
    case Refusal::dynamic_shared:
      return core::Scheduler::instance().in_kernel() ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue;
    case Refusal::too_deep:
      return cudaErrorLaunchMaxDepthExceeded;
    case Refusal::too_many_pending:
      return cudaErrorLaunchPendingCountExceeded;
    case Refusal::attribute:
      return cudaErrorNotSupported;
    case Refusal::cooperative_too_large:
      return cudaErrorCooperativeLaunchTooLarge;
    case Refusal::cluster_size:
    case Refusal::part_of_cluster:
    case Refusal::other_cluster:
      return cudaErrorInvalidClusterSize;
    case Refusal::no_memory:
      return cudaErrorLaunchOutOfResources;
    default:
      return cudaErrorInvalidConfiguration;
  }
}

cudaError_t refuse(RefusedLaunch refused, std::uintptr_t caller) {
  refused.after_violation = check::any_violation();
  const cudaError_t error = error_of(refused.why);
  core::keep_refused(std::move(refused), caller);
  return set_error(error, "");
}

std::uint64_t calls = 0;  // that need the device

// The previous launch: its call number and stream.
struct {
  std::uint64_t call = 0;
  cudaStream_t stream = nullptr;
} last_launch;

/// Runs the kernel now.
cudaError_t start(const LaunchConfig& config, const void* kernel, void (*body)(void*), void* context,
                  std::size_t context_bytes, std::uintptr_t caller) {
  const core::OpenDeviceMemory open;
  // The body calls a kernel template that has no address yet.
  const void* code = kernel != nullptr ? kernel : reinterpret_cast<const void*>(body);
  api::RunningGrid grid(config.stream);
  // Below are the engine's frames, without variables of the object.
  if (core::watch.active) {
    core::unregister_memory(core::watch.host_stack_low,
                            reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  }
  if (grid.is_child())
    check::launch_called_by_kernel(caller);
  else
    tell(&Listener::launch_called, caller);
  check::launch_takes(config, code, context, context_bytes, caller);
  // Any other call between the two may have waited for the first.
  const bool follows = last_launch.call + 1 == calls && last_launch.stream == config.stream;
  last_launch.call = calls;
  last_launch.stream = config.stream;
  core::StreamOrder::instance().begin_launch(config.stream);
  if (core::watch.tracer != nullptr) core::watch.tracer->launch_is_next(kernel, caller);
  if (!core::run_grid(config, config.may_overlap && follows, code, body, context, context_bytes))
    return refuse({Refusal::no_memory}, caller);
  grid.run_launched();
  check::launch_leaves(caller);
  return cudaSuccess;
}

/// For a graph. The arguments are copied, as a launch's are.
api::Work kept_launch(LaunchConfig config, const void* kernel, void (*body)(void*), const void* context,
                      std::size_t context_bytes, std::uintptr_t caller) {
  constexpr std::align_val_t kAlignment{256};
  const std::shared_ptr<void> kept(::operator new(context_bytes, kAlignment),
                                   [=](void* memory) { ::operator delete(memory, kAlignment); });
  std::memcpy(kept.get(), context, context_bytes);
  config.may_overlap = false;
  return {cudaGraphNodeTypeKernel, [=](cudaStream_t stream) mutable {
            config.stream = stream;
            return start(config, kernel, body, kept.get(), context_bytes, caller);
          }};
}

}  // namespace

const dim3* api::cluster_of(const void* kernel) {
  const auto shape = cluster_shapes().find(kernel);
  return shape == cluster_shapes().end() ? nullptr : &shape->second;
}

bool api::allows_large_clusters(const void* kernel) { return large_clusters().contains(kernel); }

void api::require_host_caller() {
  core::Scheduler& scheduler = core::Scheduler::instance();
  ++calls;
  if (!scheduler.in_kernel()) return;
  Finding found(Message::kernel_calls_host);
  const std::vector<std::uintptr_t> under_way = core::calls_under_way();
  found.access = check::to_finding(core::watch.thread, under_way.empty() ? 0 : under_way.front() + 1);
  scheduler.fail(found);
}

void host::require_host_caller() { api::require_host_caller(); }

void refuse_integer_for_pointer(long value) {
  Finding found(Message::integer_for_pointer);
  found.numbers[0] = value;
  core::raise(found);
}

cudaError_t launch(const LaunchConfig& asked, const void* kernel, void (*body)(void*), void* context,
                   std::size_t context_bytes) {
  const auto caller = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  LaunchConfig config = asked;
  const auto known = cluster_shapes().find(kernel);
  if (known != cluster_shapes().end() && !is_clustered(config.cluster)) config.cluster = known->second;
  const void* const code = kernel != nullptr ? kernel : reinterpret_cast<const void*>(body);
  const auto work = [&] { return kept_launch(config, kernel, body, context, context_bytes, caller); };
  if (core::Scheduler::instance().in_kernel()) {
    api::note_launch_in_kernel(caller);
    RefusedLaunch refused = api::refused_in_kernel();
    if (refused.why == Refusal::none) refused = refusal(config, kernel, code);
    if (refused.why == Refusal::none) return api::put_into_stream(config.stream, work());
    return refuse(std::move(refused), caller);
  }
  SIMT_NEEDS_DEVICE;
  if (RefusedLaunch refused = refusal(config, kernel, code); refused.why != Refusal::none) {
    const cudaError_t error = refuse(std::move(refused), caller);
    return api::invalidate_capture(config.stream) ? set_error(cudaErrorInvalidValue) : error;
  }
  if (const auto taken = api::captured(config.stream, work)) return *taken;
  return start(config, kernel, body, context, context_bytes, caller);
}

int keep_cluster(const void* kernel, dim3 shape) {
  SIMT_ANY_CALL;
  cluster_shapes()[kernel] = shape;
  return 0;
}

/// Launches of kernels by their addresses.
static std::map<const void*, UntypedLaunch>& untyped_launches() {
  static auto& all = *new std::map<const void*, UntypedLaunch>;
  return all;
}

void keep_kernel(const void* kernel, UntypedLaunch launch) {
  SIMT_ANY_CALL;
  untyped_launches()[kernel] = launch;
}

cudaError_t launch_untyped(const LaunchConfig& config, const void* kernel, void** arguments) {
  SIMT_ANY_CALL;
  const auto known = untyped_launches().find(kernel);
  if (known != untyped_launches().end()) return known->second(config, kernel, arguments);
  core::raise(Finding(Message::unknown_kernel));
}

cudaError_t most_clusters(int* clusters, int* size, const LaunchConfig& config, const void* kernel) {
  SIMT_NEEDS_DEVICE;
  const int most = large_clusters().contains(kernel) ? kLargeCluster : kPortableCluster;
  const int blocks = static_cast<int>(Extent{config.cluster.x, config.cluster.y, config.cluster.z}.count());
  if (api::device_model().major < 9) return set_error(cudaErrorNotSupported);
  if (size != nullptr) *size = most;
  if (clusters == nullptr) return cudaSuccess;
  if (blocks < 1 || blocks > most) return set_error(cudaErrorInvalidClusterSize);
  const auto threads = static_cast<int>(Extent{config.block.x, config.block.y, config.block.z}.count());
  *clusters = api::most_resident_blocks(kernel, threads, config.shared_bytes) / blocks;
  return cudaSuccess;
}

cudaError_t refuse_unsupported_launch() {
  return refuse({Refusal::attribute}, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value) {
  SIMT_HOST_CALL;
  if (function == nullptr) return set_error(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout ||
      attribute == cudaFuncAttributeClusterSchedulingPolicyPreference)
    return cudaSuccess;  // hints
  if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed) {
    if (value != 0)
      large_clusters().insert(function);
    else
      large_clusters().erase(function);
    return cudaSuccess;
  }
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
      value > api::device_model().shared_per_block) {
    return set_error(cudaErrorInvalidValue);
  }
  core::dynamic_limits()[function] = static_cast<std::size_t>(value);
  return cudaSuccess;
}

}  // namespace simt
