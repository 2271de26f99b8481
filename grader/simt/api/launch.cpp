// What a launch asks for, and whether the device has it.
#include <simt/launch.hpp>
#include <simt/limits.hpp>

#include <string>

#include "simt/check/host_values.hpp"
#include "simt/core/events.hpp"
#include "simt/core/launch.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/registered.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/static_shared.hpp"
#include "simt/core/violation.hpp"
#include "simt/core/watch.hpp"
#include "state.hpp"

namespace simt {
namespace {

using core::Listener;
using core::tell;

struct Refusal {
  cudaError_t error = cudaSuccess;
  std::string why;
};

/// "-3 blocks", "0 blocks in y": the first dimension that is not positive; "" where all are. A negative int
/// arrives as an unsigned number, above the largest int.
std::string wrong_dimension(const dim3& extent, const std::string& what) {
  const char* const in[] = {"", " in y", " in z"};
  const unsigned lengths[] = {extent.x, extent.y, extent.z};
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (const auto length = static_cast<int>(lengths[axis]); length <= 0)
      return std::to_string(length) + " " + what + in[axis];
  }
  return "";
}

Refusal refusal(const LaunchConfig& config, const void* kernel, const void* code) {
  const dim3& grid = config.grid;
  const dim3& block = config.block;
  const std::uint64_t threads = Extent{block.x, block.y, block.z}.count();
  const auto invalid = [](const std::string& why) { return Refusal{cudaErrorInvalidConfiguration, why}; };
  if (const std::string none = wrong_dimension(grid, "blocks"); !none.empty())
    return invalid("its grid has " + none);
  if (const std::string none = wrong_dimension(block, "threads"); !none.empty())
    return invalid("its blocks have " + none);
  if (threads > core::kMaxThreads) {
    return invalid("its blocks have " + std::to_string(threads) + " threads, and 1024 are the most");
  }
  if (block.z > 64) return invalid("its blocks have more than 64 threads in z");
  if (grid.y > 65535 || grid.z > 65535) return invalid("its grid has more than 65535 blocks in y or z");
  const std::size_t fixed = core::static_shared_bytes(code);
  if (fixed > kDefaultDynamicShared) {
    return invalid("it has " + std::to_string(fixed) + " bytes of static shared memory, and " +
                   std::to_string(kDefaultDynamicShared) + " are the most");
  }
  const auto limit = core::dynamic_limits().find(kernel);
  const std::size_t most =
      limit == core::dynamic_limits().end() ? kDefaultDynamicShared - fixed : limit->second;
  if (config.shared_bytes <= most) return {};
  return {cudaErrorInvalidValue, "it asks for " + std::to_string(config.shared_bytes) +
                                     " bytes of dynamic shared memory and may have " + std::to_string(most) +
                                     "; cudaFuncSetAttribute raises the limit"};
}

std::uint64_t calls = 0;  // that need the device

// The launch before: which call it was, and its stream.
struct {
  std::uint64_t call = 0;
  cudaStream_t stream = nullptr;
} last_launch;

}  // namespace

void api::keep_to_the_host() {
  core::Scheduler& scheduler = core::Scheduler::instance();
  ++calls;
  if (!scheduler.in_kernel()) return;
  scheduler.fail({Rule::launch_in_a_kernel, "a kernel calls a function that host code calls"});
}

void host::keep_to_the_host() { api::keep_to_the_host(); }

void refuse_integer_for_pointer(long value) {
  core::raise({Rule::integer_for_pointer,
               "a launch passes the integer " + std::to_string(value) + " where the kernel takes a pointer"});
}

cudaError_t launch(const LaunchConfig& config, const void* kernel, void (*body)(void*), void* context,
                   std::size_t context_bytes) {
  core::Scheduler& scheduler = core::Scheduler::instance();
  if (scheduler.in_kernel()) {
    scheduler.fail(
        {Rule::launch_in_a_kernel, "a kernel launches a kernel; the CPU engine runs one at a time"});
  }
  const auto caller = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  SIMT_NEEDS_DEVICE;
  // The body calls a kernel template that has no address yet.
  const void* code = kernel != nullptr ? kernel : reinterpret_cast<const void*>(body);
  if (const Refusal refused = refusal(config, kernel, code); refused.error != cudaSuccess) {
    tell(&Listener::launch_refused, refused.why, caller);
    return api::refuse_launch(refused.error, refused.why + ", at " + core::show(core::line_of(caller)));
  }
  // Below lie the engine's own frames, and no variable of the object is left there.
  if (core::watch.active) {
    core::unregister_memory(core::watch.host_stack_low,
                            reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  }
  tell(&Listener::launch_called, caller);
  check::launch_takes(context, context_bytes, caller);
  // Any other call between the two may have waited for the first.
  const bool follows = last_launch.call + 1 == calls && last_launch.stream == config.stream;
  last_launch.call = calls;
  last_launch.stream = config.stream;
  if (!core::run_grid(config, config.may_overlap && follows, code, body, context, context_bytes))
    return set_error(cudaErrorLaunchOutOfResources);
  check::launch_leaves(caller);
  return cudaSuccess;
}

cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value) {
  if (function == nullptr) return set_error(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) return cudaSuccess;  // a hint
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
      static_cast<std::size_t>(value) > kMaxDynamicShared) {
    return set_error(cudaErrorInvalidValue);
  }
  core::dynamic_limits()[function] = static_cast<std::size_t>(value);
  return cudaSuccess;
}

}  // namespace simt
