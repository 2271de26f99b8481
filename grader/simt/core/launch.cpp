// A launch from the configuration to the last block, and what the hosting process learns about it.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <simt/counters.hpp>
#include <simt/engine.hpp>
#include <simt/launch.hpp>
#include <simt/limits.hpp>

#include "builtins.hpp"
#include "finding.hpp"
#include "lines.hpp"
#include "observe.hpp"
#include "order.hpp"
#include "scheduler.hpp"
#include "segments.hpp"
#include "shared_memory.hpp"
#include "shared_names.hpp"
#include "simt/check/launches.hpp"

namespace simt {
namespace {

using core::Scheduler;
using core::SharedMemory;

struct Host {
  std::vector<LaunchRecord> launches;
  std::map<const void*, std::size_t> dynamic_limits;  // by kernel, where cudaFuncSetAttribute changed it
  void (*finding_handler)(const Finding&) = nullptr;
  std::uint8_t poison = 0xCD;
  Order order;
};

Host& host() {
  static Host& state = *new Host;  // never destroyed: a process may end inside a kernel
  return state;
}

}  // namespace

void core::raise(const Finding& finding) {
  if (host().finding_handler != nullptr) host().finding_handler(finding);
  std::fprintf(stderr, "%s: %s\n", finding.rule.c_str(), finding.text.c_str());
  std::abort();
}

namespace {

struct Refusal {
  cudaError_t error = cudaSuccess;
  std::string why;
};

Refusal refusal(const LaunchConfig& config, const void* kernel) {
  const dim3& grid = config.grid;
  const dim3& block = config.block;
  const std::uint64_t threads = Extent{block.x, block.y, block.z}.count();
  const auto invalid = [](const std::string& why) { return Refusal{cudaErrorInvalidConfiguration, why}; };
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return invalid("its grid has no blocks");
  if (threads == 0) return invalid("its blocks have no threads");
  if (threads > core::kMaxThreads) {
    return invalid("its blocks have " + std::to_string(threads) + " threads, and 1024 are the most");
  }
  if (block.z > 64) return invalid("its blocks have more than 64 threads in z");
  if (grid.x > 0x7fffffffU || grid.y > 65535 || grid.z > 65535) {
    return invalid("its grid has more than 2147483647 blocks in x, or 65535 in y or z");
  }
  const auto limit = host().dynamic_limits.find(kernel);
  const std::size_t most = limit == host().dynamic_limits.end() ? kDefaultDynamicShared : limit->second;
  if (config.shared_bytes <= most) return {};
  return {cudaErrorInvalidValue, "it asks for " + std::to_string(config.shared_bytes) +
                                     " bytes of dynamic shared memory and may have " + std::to_string(most) +
                                     "; cudaFuncSetAttribute raises the limit"};
}

}  // namespace

void refuse_integer_for_pointer(long value) {
  core::raise({"integer-for-pointer",
               "a launch passes the integer " + std::to_string(value) + " where the kernel takes a pointer"});
}

cudaError_t launch(const LaunchConfig& config, const void* kernel, void (*body)(void*), void* context,
                   std::size_t context_bytes) {
  Scheduler& scheduler = Scheduler::instance();
  if (scheduler.in_kernel()) {
    scheduler.fail({"launch-in-a-kernel", "a kernel launches a kernel; the CPU engine runs one at a time"});
  }
  const auto caller = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  if (const Refusal refused = refusal(config, kernel); refused.error != cudaSuccess) {
    check::launch_refused(refused.why, caller);
    return set_error(refused.error);
  }
  check::launched(caller);
  const std::uint64_t number = host().launches.size();
  const core::ScheduleOrder threads_order(host().order, number);
  if (!scheduler.prepare(config.block, threads_order, body, context))
    return set_error(cudaErrorLaunchOutOfResources);

  const SharedMemory& shared = SharedMemory::instance();
  const dim3 grid = config.grid;
  host().launches.push_back({{grid.x, grid.y, grid.z},
                             {config.block.x, config.block.y, config.block.z},
                             config.shared_bytes,
                             shared.static_bytes()});
  core::watch.arguments_begin = reinterpret_cast<std::uintptr_t>(context);
  core::watch.arguments_end = core::watch.arguments_begin + context_bytes;
  SIMT_OBSERVE(launch_begins, host().launches.back());
  gridDim = grid;
  blockDim = config.block;
  const std::uint64_t blocks = Extent{grid.x, grid.y, grid.z}.count();
  const core::BlockOrder order(host().order, number, blocks);
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const std::uint64_t block = order[i];
    shared.poison(config.shared_bytes, host().poison);
    blockIdx = {static_cast<unsigned>(block % grid.x), static_cast<unsigned>(block / grid.x % grid.y),
                static_cast<unsigned>(block / grid.x / grid.y)};
    SIMT_OBSERVE(block_begins, block);
    if (!scheduler.run_block()) core::raise(scheduler.finding());
    SIMT_OBSERVE(block_ends);
  }
  SIMT_OBSERVE(launch_ends);
  return cudaSuccess;
}

cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value) {
  if (function == nullptr) return set_error(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) return cudaSuccess;  // a hint
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
      static_cast<std::size_t>(value) > kMaxDynamicShared) {
    return set_error(cudaErrorInvalidValue);
  }
  host().dynamic_limits[function] = static_cast<std::size_t>(value);
  return cudaSuccess;
}

void attach(void* module) {
  SharedMemory::instance().attach(module);
  const SharedMemory& shared = SharedMemory::instance();
  core::watch.shared_begin = shared.begin();
  core::watch.shared_bytes = shared.bytes();
  core::watch.dynamic_begin = shared.dynamic_begin();
  core::watch.dynamic_reserved = shared.dynamic_end() - shared.dynamic_begin();
  core::watch.text_begin = core::use_lines_of(module);
  core::find_segments(core::watch.text_begin);
  core::DeviceMemory::instance().use_module_variables(core::module_variables());
  core::use_shared_names_of(module);
  host().dynamic_limits.clear();  // another module's kernels may come to lie at the same addresses
  reset_counters();               // and so may its code
}

const std::vector<LaunchRecord>& launches() { return host().launches; }
void reset_launches() { host().launches.clear(); }
void set_finding_handler(void (*handler)(const Finding&)) { host().finding_handler = handler; }
void set_order(Order order) { host().order = order; }
void set_shared_poison(std::uint8_t byte) { host().poison = byte; }

}  // namespace simt
