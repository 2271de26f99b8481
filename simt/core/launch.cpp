// A launch from the configuration to the last block, and its observation by the hosting process.
#include "launch.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <simt/engine.hpp>
#include <utility>

#include "builtins.hpp"
#include "call_targets.hpp"
#include "clusters.hpp"
#include "constant_memory.hpp"
#include "cooperative_grid.hpp"
#include "device_memory.hpp"
#include "device_variables.hpp"
#include "events.hpp"
#include "host_threads.hpp"
#include "lines.hpp"
#include "module_object.hpp"
#include "named_parts.hpp"
#include "order.hpp"
#include "scheduler.hpp"
#include "segments.hpp"
#include "shared_memory.hpp"
#include "shared_names.hpp"
#include "static_shared.hpp"
#include "violation.hpp"

namespace simt {
namespace {

using core::SharedMemory;

struct State {
  std::vector<LaunchRecord> launches;
  core::KeptRefusal refusal;
  ReturnedThread returned;
  Copies copies;
  std::map<const void*, std::size_t> dynamic_limits;  // by kernel, if set by cudaFuncSetAttribute
  void (*violation_handler)(const Finding&) = nullptr;
  std::uint8_t poison = 0xCD;
  Order order;
  std::uint64_t begun = 0;
  cudaError_t lost = cudaSuccess;
  Finding lost_by;
};

State& state() {
  static State& all = *new State;  // never destroyed: a process may end inside a kernel
  return all;
}

/// False if a rule was broken, or a thread has ended the kernel.
bool run_blocks(const core::BlockOrder& order, std::uint64_t blocks, std::size_t dynamic_bytes) {
  core::Scheduler& scheduler = core::Scheduler::instance();
  for (std::uint64_t i = 0; i < blocks; ++i) {
    core::begin_block(order[i], dynamic_bytes, state().poison);
    if (!scheduler.run_block()) return false;
    core::end_block();
  }
  return true;
}

}  // namespace

void core::raise(const Finding& found) {
  DeviceMemory::instance().open_all();  // the object has ended
  if (state().violation_handler != nullptr) state().violation_handler(found);
  std::fprintf(stderr, "%s: %s\n", finding::name(found.rule).data(), simt::host::text_of(found).c_str());
  std::abort();
}

cudaError_t core::lost_device() { return state().lost; }
const Finding* host::lost_device() { return state().lost == cudaSuccess ? nullptr : &state().lost_by; }

std::uint64_t core::launches_begun() { return state().begun; }

std::map<const void*, std::size_t>& core::dynamic_limits() { return state().dynamic_limits; }

bool core::is_inlined_kernel = false;

bool core::run_grid(const LaunchConfig& config, bool overlaps_previous, const void* kernel,
                    void (*body)(void*), void* context, std::size_t context_bytes) {
  const OpenDeviceMemory open;
  Scheduler& scheduler = Scheduler::instance();
  const std::uint64_t number = state().launches.size();
  const core::ScheduleOrder threads_order(state().order, number);
  const bool in_clusters = config.cluster.x * config.cluster.y * config.cluster.z > 1;
  const BlocksWait blocks_wait = in_clusters          ? BlocksWait::for_cluster
                                 : config.cooperative ? BlocksWait::for_grid
                                                      : BlocksWait::never;
  if (!scheduler.prepare(config.block, blocks_wait, threads_order, body, context)) return false;

  const dim3 grid = config.grid;
  state().launches.push_back({{grid.x, grid.y, grid.z},
                              {config.block.x, config.block.y, config.block.z},
                              config.shared_bytes,
                              core::static_shared_bytes(kernel),
                              overlaps_previous});
  ++state().begun;
  core::watch.kernel = reinterpret_cast<std::uintptr_t>(kernel);
  core::is_inlined_kernel = kernel == reinterpret_cast<const void*>(body);
  core::watch.arguments_begin = reinterpret_cast<std::uintptr_t>(context);
  core::watch.arguments_end = core::watch.arguments_begin + context_bytes;
  tell(&Listener::launch_begins, state().launches.back());
  gridDim = grid;
  blockDim = config.block;
  const std::uint64_t blocks = Extent{grid.x, grid.y, grid.z}.count();
  const core::BlockOrder order(state().order, number, blocks);
  const bool ended =
      in_clusters
          ? core::Clusters(config.cluster, config.shared_bytes, state().poison).run(state().order, number)
      : config.cooperative ? core::CooperativeGrid(config.shared_bytes, state().poison).run(order, blocks)
                           : run_blocks(order, blocks, config.shared_bytes);
  if (!ended) {
    if (scheduler.kernel_error() == cudaSuccess) core::raise(scheduler.found());
    state().lost = scheduler.kernel_error();
    state().lost_by = scheduler.found();
  }
  tell(&Listener::launch_ends);
  return true;
}

void host::attach(void* module) {
  const core::Followed followed;
  SharedMemory::instance().attach(module);
  const SharedMemory& shared = SharedMemory::instance();
  const core::Unsettled unsettled;
  core::watch.shared_begin = shared.begin();
  core::watch.shared_bytes = shared.bytes();
  core::watch.dynamic_begin = shared.dynamic_begin();
  core::watch.dynamic_reserved = shared.dynamic_end() - shared.dynamic_begin();
  core::watch.text_begin = core::use_lines_of(module);
  core::find_segments(core::watch.text_begin);
  core::watch.constants_begin = core::module_constants().begin;
  core::watch.constants_end = core::module_constants().end;
  core::DeviceMemory::instance().use_module_variables(core::module_variables());
  core::use_object_of(module);
  core::forget_call_targets();
  core::forget_shared_names();
  core::forget_named_parts();
  core::forget_device_variables();
  core::forget_static_shared();
  core::forget_constant_memory();
  state().lost = cudaSuccess;
  state().dynamic_limits.clear();  // another module's kernels may get the same addresses
  core::tell_always(&core::Listener::module_attached);
}

void core::keep_refused(RefusedLaunch refused, std::uintptr_t pc) {
  KeptRefusal& kept = state().refusal;
  if (kept.launch.why != Refusal::none && !kept.asked) return;
  const Line line = line_of(pc);
  refused.file = line.file.substr(line.file.find_last_of('/') + 1);
  refused.line = line.number;
  kept = {std::move(refused), pc, false};
}

const core::KeptRefusal& core::kept_refusal() { return state().refusal; }
void core::keep_returned(unsigned thread) {
  if (state().returned.known) return;
  const std::uint64_t row = blockIdx.y + std::uint64_t{gridDim.y} * blockIdx.z;
  state().returned = {true, blockIdx.x + gridDim.x * row, thread};
}

void core::refusal_asked() { state().refusal.asked = true; }

const std::vector<LaunchRecord>& host::launches() { return state().launches; }
const ReturnedThread& host::returned_early() { return state().returned; }
Copies& core::copies() { return state().copies; }
const Copies& host::copies() { return state().copies; }
const RefusedLaunch& host::refused_launch() { return state().refusal.launch; }
void host::reset_launches() {
  state().launches.clear();
  state().refusal = {};
  state().returned = {};
  state().copies = {};
}
void host::set_violation_handler(void (*handler)(const Finding&)) { state().violation_handler = handler; }
void host::set_order(Order order) {
  state().order = order;
  core::go_in_step(order.kind == Order::Kind::InStep);
}
void host::set_shared_poison(std::uint8_t byte) { state().poison = byte; }

}  // namespace simt
