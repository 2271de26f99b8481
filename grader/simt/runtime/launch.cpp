// A launch from the configuration to the last block, and what the hosting process learns about it.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <simt/engine.hpp>
#include <simt/launch.hpp>
#include <simt/limits.hpp>

#include "builtins.hpp"
#include "finding.hpp"
#include "module.hpp"
#include "order.hpp"
#include "scheduler.hpp"

namespace simt {
namespace {

using runtime::Scheduler;
using runtime::SharedMemory;

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

void runtime::raise(const Finding& finding) {
  if (host().finding_handler != nullptr) host().finding_handler(finding);
  std::fprintf(stderr, "%s: %s\n", finding.rule.c_str(), finding.text.c_str());
  std::abort();
}

namespace {

cudaError_t check(const LaunchConfig& config, const void* kernel) {
  const dim3& grid = config.grid;
  const dim3& block = config.block;
  const Extent threads{block.x, block.y, block.z};
  const bool block_fits = block.x <= 1024 && block.y <= 1024 && block.z <= 64;
  const bool grid_fits = grid.x <= 0x7fffffffU && grid.y <= 65535 && grid.z <= 65535;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || threads.count() == 0 || !block_fits || !grid_fits ||
      threads.count() > runtime::kMaxThreads) {
    return cudaErrorInvalidConfiguration;
  }
  const auto limit = host().dynamic_limits.find(kernel);
  const std::size_t most = limit == host().dynamic_limits.end() ? kDefaultDynamicShared : limit->second;
  return config.shared_bytes > most ? cudaErrorInvalidValue : cudaSuccess;
}

}  // namespace

void refuse_integer_for_pointer(long value) {
  runtime::raise({"integer-for-pointer", "a launch passes the integer " + std::to_string(value) +
                                             " where the kernel takes a pointer"});
}

cudaError_t launch(const LaunchConfig& config, const void* kernel, void (*body)(void*), void* context) {
  Scheduler& scheduler = Scheduler::instance();
  if (scheduler.in_kernel()) {
    scheduler.fail({"launch-in-a-kernel", "a kernel launches a kernel; the CPU engine runs one at a time"});
  }
  if (const cudaError_t error = check(config, kernel); error != cudaSuccess) return set_error(error);
  const std::uint64_t number = host().launches.size();
  const runtime::ScheduleOrder threads_order(host().order, number);
  if (!scheduler.prepare(config.block, threads_order, body, context))
    return set_error(cudaErrorLaunchOutOfResources);

  const SharedMemory& shared = SharedMemory::instance();
  const dim3 grid = config.grid;
  host().launches.push_back({{grid.x, grid.y, grid.z},
                             {config.block.x, config.block.y, config.block.z},
                             config.shared_bytes,
                             shared.static_bytes()});
  gridDim = grid;
  blockDim = config.block;
  const std::uint64_t blocks = Extent{grid.x, grid.y, grid.z}.count();
  const runtime::BlockOrder order(host().order, number, blocks);
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const std::uint64_t block = order[i];
    shared.poison(config.shared_bytes, host().poison);
    blockIdx = {static_cast<unsigned>(block % grid.x), static_cast<unsigned>(block / grid.x % grid.y),
                static_cast<unsigned>(block / grid.x / grid.y)};
    if (!scheduler.run_block()) runtime::raise(scheduler.finding());
  }
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
  host().dynamic_limits.clear();  // another module's kernels may come to lie at the same addresses
}

const std::vector<LaunchRecord>& launches() { return host().launches; }
void reset_launches() { host().launches.clear(); }
void set_finding_handler(void (*handler)(const Finding&)) { host().finding_handler = handler; }
void set_order(Order order) { host().order = order; }
void set_shared_poison(std::uint8_t byte) { host().poison = byte; }

}  // namespace simt
