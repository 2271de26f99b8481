// What kernels ask of the engine beside barriers and memory: to end the kernel, and the clock.
#include <algorithm>
#include <iterator>
#include <simt/barrier.hpp>
#include <simt/clock.hpp>
#include <utility>

#include "simt/check/report.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/violation.hpp"

namespace simt {

void trap(const char* why, CallSite site) {
  core::Scheduler& scheduler = core::Scheduler::instance();
  if (!scheduler.in_kernel()) {
    core::raise(
        {Rule::not_in_a_kernel, std::string("host code ") + why + " at " + core::place(core::Site(site))});
  }
  scheduler.end_kernel(
      cudaErrorLaunchFailure,
      {Rule::trap,
       check::show_thread(scheduler.running()) + " " + why + " at " + core::place(core::Site(site)),
       "a trap ends the kernel, and the device can't be used any more"});
}

// Grows with what is the same on every run and in every build: a thread's own calls, and blocks. How often
// others have asked would tell a thread how far they have come. A thread that waits for a time lets them go
// on.
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

// The host's time is nobody's business here: C says -1 where there is none.
extern "C" clock_t simt_clock() {
  return simt::core::Scheduler::instance().in_kernel() ? simt::device_clock() : clock_t{-1};
}
