// A kernel's calls of the engine except barriers and memory: the end of the kernel, and the clock.
#include <algorithm>
#include <iterator>
#include <simt/barrier.hpp>
#include <simt/clock.hpp>
#include <utility>

#include "simt/check/report.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/violation.hpp"

namespace simt {

void trap(TrapReason why, CallSite site) {
  core::Scheduler& scheduler = core::Scheduler::instance();
  Finding found(why == TrapReason::Trap            ? Message::trap
                : why == TrapReason::PartitionSize ? Message::partition_size
                                                   : Message::grid_sync,
                why == TrapReason::GridSync ? Advice::launch_cooperatively : Advice::trap_ends);
  found.access.by = check::running_agent();
  found.access.at = core::site_of(core::Site(site));
  if (scheduler.in_kernel()) scheduler.end_kernel(cudaErrorLaunchFailure, found);
  found.rule = Rule::not_in_a_kernel;
  found.advice = Advice::none;
  core::raise(found);
}

bool is_grid_cooperative() {
  const core::Scheduler& scheduler = core::Scheduler::instance();
  return scheduler.in_kernel() && scheduler.is_cooperative();
}

void grid_barrier(CallSite site) {
  if (!is_grid_cooperative()) trap(TrapReason::GridSync, site);
  core::Scheduler::instance().barrier_of_blocks(core::Site(site));
}

// The clock depends only on what is the same in every run and build: a thread's own calls, and blocks.
// Others' calls would show their progress. A thread that waits for a time lets others go on.
long long device_clock() {
  constexpr long long kOfCall = 32, kOfBlock = 1LL << 32;
  static long long calls[core::kMaxThreads] = {};
  static long long block = 0;
  core::Scheduler& scheduler = core::Scheduler::instance();
  const auto blocks = static_cast<long long>(scheduler.blocks_run());
  if (std::exchange(block, blocks) != blocks) std::fill(std::begin(calls), std::end(calls), 0);
  may_spin();
  return blocks * kOfBlock + ++calls[scheduler.running()] * kOfCall;
}

}  // namespace simt

// Nobody gets the host's time.
extern "C" clock_t simt_clock() {
  static clock_t calls_by_host = 0;
  return simt::core::Scheduler::instance().in_kernel() ? simt::device_clock() : ++calls_by_host;
}
