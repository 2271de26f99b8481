// The functions of <cuda/barrier> and <cuda/ptx>: barriers that count arrivals and bytes, and bulk copies.
// Their accesses are checked here; the scheduler implements their waits.
#include <simt/async_barrier.hpp>

#include <string>

#include "accesses.hpp"
#include "simt/check/report.hpp"
#include "simt/core/async_barriers.hpp"
#include "simt/core/events.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/violation.hpp"

namespace simt {
namespace {

using core::AccessKind;
using core::AsyncBarriers;
using core::BarrierUse;
using core::Scheduler;
using core::Site;

std::uintptr_t address_of(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }
bool is_shared(const void* memory) {
  return address_of(memory) - core::watch.shared_begin < core::watch.shared_bytes;
}

AsyncBarriers& barriers(CallSite site) {
  if (Scheduler::instance().in_kernel()) return AsyncBarriers::instance();
  core::refuse_host_code(Message::host_async_barrier, Site(site));
}

// An operation reads the barrier that its initialisation writes: only that is checked, since several threads
// may use its bytes at once.
void look_at(const void* barrier, std::uintptr_t pc) { core::check_access(barrier, 8, AccessKind::Read, pc); }

}  // namespace

void init_barrier(void* barrier, unsigned long arrivals, CallSite site) {
  AsyncBarriers& all = barriers(site);
  core::check_access(barrier, 8, AccessKind::Write, SIMT_CALLER);
  all.make(address_of(barrier), arrivals, Site(site));
}

void expect_bytes(void* barrier, unsigned long bytes, CallSite site) {
  AsyncBarriers& all = barriers(site);
  all.expect(address_of(barrier), bytes, Site(site));
  look_at(barrier, SIMT_CALLER);
}

unsigned long long arrive_at_barrier(void* barrier, unsigned long arrivals, unsigned long bytes, bool drops,
                                     CallSite site) {
  AsyncBarriers& all = barriers(site);
  (void)all.at(address_of(barrier), BarrierUse::arrive, Site(site));
  look_at(barrier, SIMT_CALLER);
  return all.arrive(address_of(barrier), arrivals, bytes, drops, Site(site));
}

bool is_last_to_arrive(const void* barrier, unsigned long arrivals, CallSite site) {
  const core::AsyncBarrier& found = barriers(site).at_arrival(address_of(barrier), Site(site));
  if (found.missing != arrivals || found.bytes != 0) return false;
  core::tell(&core::Listener::last_arrives, core::watch.thread, found.slot);
  return true;
}

bool wait_for_phase(const void* barrier, unsigned long long phase, PhaseName name, bool insists,
                    CallSite site) {
  AsyncBarriers& all = barriers(site);
  (void)all.at(address_of(barrier), BarrierUse::wait, Site(site));
  look_at(barrier, SIMT_CALLER);
  return all.wait(address_of(barrier), phase, name == PhaseName::Parity, insists, Site(site));
}

namespace {

// Checks the copy engine's requirements.
void check_bulk_copy(const void* to, const void* from, unsigned long bytes, unsigned long granule,
                     bool to_shared, CallSite site) {
  const auto fail = [&](Message message) { check::fail_copy(message, "", bytes, granule, Site(site)); };
  const void* const shared = to_shared ? to : from;
  const void* const global = to_shared ? from : to;
  if (!is_shared(shared)) fail(to_shared ? Message::copy_to_unshared : Message::copy_from_unshared);
  if (is_shared(global)) fail(Message::copy_within_shared);
  if (bytes % granule != 0) fail(Message::copy_granule);
  for (const void* end : {to, from}) {
    if (address_of(end) % granule == 0) continue;
    fail(end == to ? Message::copy_target_misaligned : Message::copy_source_misaligned);
  }
}

void start(void* to, const void* from, unsigned long bytes, void* barrier, std::uintptr_t pc, CallSite site) {
  core::copy_access(from, bytes, AccessKind::Read, pc);
  core::copy_access(to, bytes, AccessKind::Write, pc);
  core::BulkCopy copy{address_of(to), address_of(from), bytes, barrier != nullptr, 0, pc, 0};
  AsyncBarriers::instance().start(std::move(copy), address_of(barrier), Site(site));
}

}  // namespace

void copy_to_shared(void* to, const void* from, unsigned long bytes, unsigned long granule, void* barrier,
                    CallSite site) {
  (void)barriers(site).at(address_of(barrier), BarrierUse::start_copy, Site(site));
  check_bulk_copy(to, from, bytes, granule, true, site);
  look_at(barrier, SIMT_CALLER);
  if (bytes != 0) start(to, from, bytes, barrier, SIMT_CALLER, site);
}

void copy_to_global(void* to, const void* from, unsigned long bytes, CallSite site) {
  (void)barriers(site);
  check_bulk_copy(to, from, bytes, 16, false, site);
  if (bytes != 0) start(to, from, bytes, nullptr, SIMT_CALLER, site);
}

void commit_bulk_copies(CallSite site) { barriers(site).commit(); }
void wait_for_bulk_copies(unsigned long newest, bool reads, CallSite site) {
  barriers(site).wait_for_groups(newest, reads);
}
void fence_before_copies() { core::tell(&core::Listener::fence_before_copies); }
bool is_in_shared_memory(const void* address) { return is_shared(address); }
unsigned long shared_memory() { return core::watch.shared_begin; }

}  // namespace simt
