#include "device_launches.hpp"

#include <simt/engine.hpp>
#include <utility>

#include "simt/check/report.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/launch.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/hooks/accesses.hpp"
#include "state.hpp"

namespace simt {
namespace {

using api::RunningGrid;
using core::Scheduler;
using core::StreamOrder;

bool may_launch = false;
RunningGrid* running_grid = nullptr;
const char* own_memory = nullptr;  // whose address is an argument of the next launch by a kernel
std::size_t pending = 0;           // launches of kernels that have not begun

/// While the outermost grid runs.
struct Streams {
  std::vector<cudaStream_t> chains;  // that were ever used
  std::set<cudaStream_t> live;       // those that kernels have created and not destroyed
  std::set<cudaEvent_t> events;
};
Streams& of_kernels() {
  static auto& all = *new Streams;
  return all;
}

cudaStream_t fresh_chain() {
  of_kernels().chains.push_back(api::new_chain());
  return of_kernels().chains.back();
}

}  // namespace

void host::allow_device_launches(bool allowed) { may_launch = allowed; }

void note_argument(const volatile void* argument) {
  const auto address = reinterpret_cast<std::uintptr_t>(argument);
  if (!core::watch.checking || !Scheduler::instance().in_kernel()) return;
  if (address - core::watch.stack_low < core::watch.stack_end - core::watch.stack_low)
    own_memory = "local";
  else if (address - core::watch.shared_begin < core::watch.shared_bytes)
    own_memory = "shared";
}

namespace api {

RunningGrid::RunningGrid(cudaStream_t stream)
    : parent_(std::exchange(running_grid, this)),
      depth_(parent_ == nullptr ? 0 : parent_->depth_ + 1),
      stream_(stream) {
  if (!may_launch || !core::watch.checking) return;
  before_ = StreamOrder::instance().before_next(stream);
  points_ = check::launch_points();
}

RunningGrid::~RunningGrid() {
  running_grid = parent_;
  if (parent_ != nullptr) return;
  for (const cudaStream_t chain : of_kernels().chains) keep_chain(chain);
  of_kernels() = {};
  pending = 0;
  check::set_launch_points({});
}

void RunningGrid::run(const Launched& launched, const StreamOrder::Clock& before,
                      check::LaunchPoints points) {
  if (launched.work.type == cudaGraphNodeTypeKernel) --pending;
  if (core::lost_device() != cudaSuccess) return;
  if (core::watch.checking) {
    if (begun_.insert(launched.chain).second) StreamOrder::instance().restart(launched.chain, before);
    check::set_launch_points(std::move(points));
  }
  (void)launched.work.run(launched.chain);
}

void RunningGrid::run_launched() {
  if (launched_.empty() && last_.empty()) return;
  StreamOrder& order = StreamOrder::instance();
  for (const Launched& launched : launched_) {
    check::LaunchPoints points = points_;
    if (launched.point != nullptr) points.push_back(launched.point);
    run(launched, before_, std::move(points));
  }
  if (!core::watch.checking) {
    for (const Launched& launched : last_) run(launched, {}, {});
    return;
  }
  StreamOrder::Clock end = order.before_next(stream_);
  for (const cudaStream_t chain : begun_) StreamOrder::join(end, order.before_next(chain));
  for (const Launched& launched : last_) run(launched, end, points_);
  if (!last_.empty()) StreamOrder::join(end, order.before_next(last_.front().chain));
  order.join_stream(stream_, end);
  check::set_launch_points(points_);
}

cudaStream_t RunningGrid::chain_of(cudaStream_t stream) {
  if (stream == cudaStreamFireAndForget) return fresh_chain();
  constexpr std::uint64_t kOfGrid = 0;  // blocks are counted from 1
  const bool is_last = stream == cudaStreamTailLaunch;
  cudaStream_t& chain = chains_[is_last ? kOfGrid : Scheduler::instance().running_block()];
  if (chain == nullptr) chain = fresh_chain();
  return chain;
}

cudaError_t RunningGrid::put(cudaStream_t stream, Work work) {
  const bool is_last = stream == cudaStreamTailLaunch;
  const bool is_named =
      reinterpret_cast<std::uintptr_t>(stream) > 2 && !is_last && stream != cudaStreamFireAndForget;
  if (is_named && of_kernels().live.count(stream) == 0) return set_error(cudaErrorInvalidResourceHandle);
  if (work.type == cudaGraphNodeTypeKernel) ++pending;
  auto& launched = is_last ? last_ : launched_;
  if (core::watch.checking) {
    const cudaStream_t chain = is_named ? stream : chain_of(stream);
    launched.push_back({chain, std::move(work), is_last ? nullptr : check::launch_point()});
  } else {
    launched.push_back({stream_, std::move(work), nullptr});
  }
  return cudaSuccess;
}

bool in_device_code() {
  if (!Scheduler::instance().in_kernel()) return false;
  if (!may_launch) require_host_caller();
  return true;
}

void note_launch_in_kernel(std::uintptr_t pc) {
  const char* const own = std::exchange(own_memory, nullptr);
  if (!may_launch) Scheduler::instance().fail(Finding(Message::kernel_launches));
  if (own == nullptr) return;
  Finding found(Message::own_memory_to_child, Advice::global_to_child);
  found.word = own;
  found.access = check::to_finding(core::watch.thread, pc);
  check::keep(found, core::watch.thread, pc);
}

RefusedLaunch refused_in_kernel() {
  constexpr unsigned kDeepest = 24;
  if (running_grid->depth() == kDeepest) return {Refusal::too_deep, 0, kDeepest + 1, kDeepest};
  const std::size_t most = device_limit(cudaLimitDevRuntimePendingLaunchCount);
  const auto limit = static_cast<std::int64_t>(most);
  if (pending >= most) return {Refusal::too_many_pending, 0, limit + 1, limit};
  return {};
}

cudaError_t put_into_stream(cudaStream_t stream, Work work) {
  return running_grid->put(stream, std::move(work));
}

cudaError_t& error_of_thread() {
  static struct {
    std::uint64_t block;
    cudaError_t error;
  } errors[core::kMaxThreads] = {};
  const Scheduler& scheduler = Scheduler::instance();
  auto& own = errors[scheduler.running()];
  if (std::exchange(own.block, scheduler.running_block()) != scheduler.running_block())
    own.error = cudaSuccess;
  return own.error;
}

cudaError_t create_device_stream(cudaStream_t* stream, std::uintptr_t pc) {
  if (stream == nullptr) return set_error(cudaErrorInvalidValue);
  const cudaStream_t fresh = fresh_chain();
  of_kernels().live.insert(fresh);
  writes_result("cudaStreamCreateWithFlags", stream, sizeof *stream, pc);
  *stream = fresh;
  return cudaSuccess;
}

cudaError_t destroy_device_stream(cudaStream_t stream) {
  return of_kernels().live.erase(stream) != 0 ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

cudaError_t create_device_event(cudaEvent_t* event, std::uintptr_t pc) {
  if (event == nullptr) return set_error(cudaErrorInvalidValue);
  // The handle of a stream that nothing else uses.
  const auto fresh = reinterpret_cast<cudaEvent_t>(fresh_chain());
  StreamOrder::instance().forget(fresh);
  of_kernels().events.insert(fresh);
  writes_result("cudaEventCreateWithFlags", event, sizeof *event, pc);
  *event = fresh;
  return cudaSuccess;
}

cudaError_t destroy_device_event(cudaEvent_t event) {
  return of_kernels().events.erase(event) != 0 ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

cudaError_t record_device_event(cudaEvent_t event, cudaStream_t stream) {
  if (of_kernels().events.count(event) == 0) return set_error(cudaErrorInvalidResourceHandle);
  return put_into_stream(stream, {cudaGraphNodeTypeEventRecord, [=](cudaStream_t chain) {
                                    StreamOrder::instance().record(event, chain);
                                    return cudaSuccess;
                                  }});
}

cudaError_t wait_for_device_event(cudaStream_t stream, cudaEvent_t event) {
  if (of_kernels().events.count(event) == 0) return set_error(cudaErrorInvalidResourceHandle);
  return put_into_stream(stream, {cudaGraphNodeTypeWaitEvent, [=](cudaStream_t chain) {
                                    StreamOrder::instance().wait(chain, event);
                                    return cudaSuccess;
                                  }});
}

void writes_result(const char* call, const void* memory, std::size_t bytes, std::uintptr_t pc) {
  if (Scheduler::instance().in_kernel())
    core::on_access(memory, bytes, core::AccessKind::Write, pc);
  else
    check::api_writes(call, memory, bytes);
}

}  // namespace api
}  // namespace simt
