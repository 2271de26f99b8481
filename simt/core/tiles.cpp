// Threads that meet without a whole block's barrier: those of a tile of several warps, those that wait for a
// phase of a barrier in shared memory, and the lanes that __activemask() finds together.
#include <algorithm>
#include <bit>

#include "events.hpp"
#include "scheduler.hpp"
#include "violation.hpp"

namespace simt::core {

// The hardware chooses which lanes run together. Here a lane waits until no other thread of the block can
// run; then all lanes of its warp that wait at the same line are together.
unsigned Scheduler::active_mask(Site site) {
  const unsigned me = current_;
  sites_[me] = site;
  waits_[me] = Wait::Mask;
  ready_.remove(me);
  at_mask_.add(me);
  wait();
  return static_cast<unsigned>(lanes_[me].result);
}

void Scheduler::release_masks() {
  mask_spins_ = 0;
  for (unsigned warp = 0; warp * 32 < threads_; ++warp) {
    for (unsigned waiting = at_mask_.warp(warp); waiting != 0; waiting = at_mask_.warp(warp)) {
      const Site& site = sites_[warp * 32 + static_cast<unsigned>(std::countr_zero(waiting))];
      unsigned together = 0;
      for (unsigned left = waiting; left != 0; left &= left - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(left));
        if (sites_[warp * 32 + lane] == site) together |= 1U << lane;
      }
      for (unsigned left = together; left != 0; left &= left - 1) {
        lanes_[warp * 32 + static_cast<unsigned>(std::countr_zero(left))].result = together;
      }
      at_mask_.remove_lanes(warp, together);
      ready_.add_lanes(warp, together);
      tell(&Listener::warp_operation_completed, warp, together, false);
    }
  }
}

void Scheduler::may_spin() {
  if (++spins_ < kPatience) return;
  spins_ = 0;
  yield();
}

void Scheduler::yield() {
  if (broken_) park();  // its event may never come
  if (held_.first() != ThreadSet::kNone && ++held_spins_ >= kHeldPatience) release_held();
  const bool somebody_asks = at_mask_.first() != ThreadSet::kNone || asking_.first() != ThreadSet::kNone;
  if (somebody_asks && ++mask_spins_ >= kMaskPatience) {
    release_masks();
    (void)release_askers();
  }
  wait();
}

void Scheduler::let_others_catch_up() {
  ready_.remove(current_);
  held_.add(current_);
  wait();
}

void Scheduler::release_held() {
  held_spins_ = 0;
  ready_.take(held_);
}

bool Scheduler::wait_for_phase(std::uintptr_t barrier, bool insists, Site site) {
  const unsigned me = current_;
  sites_[me] = site;
  waits_[me] = Wait::Phase;
  awaited_[me] = barrier;
  ready_.remove(me);
  at_phase_.add(me);
  if (!insists) asking_.add(me);
  wait();
  return awaited_[me] == 0;
}

void Scheduler::phase_completed(std::uintptr_t barrier) {
  made_progress();
  for (unsigned t = at_phase_.first(); t != ThreadSet::kNone; t = at_phase_.after(t)) {
    if (awaited_[t] != barrier) continue;
    awaited_[t] = 0;
    at_phase_.remove(t);
    asking_.remove(t);
    ready_.add(t);
  }
}

// No thread can run: those that only query a phase learn that it is not over. False if there are none, or
// they have queried so often that no answer can help them.
bool Scheduler::release_askers() {
  if (asking_.first() == ThreadSet::kNone || fruitless_ >= kMostFruitless) return false;
  for (unsigned t = asking_.first(); t != ThreadSet::kNone; t = asking_.after(t)) {
    ++fruitless_;
    at_phase_.remove(t);
    ready_.add(t);
  }
  asking_ = ThreadSet();
  return true;
}

unsigned long long Scheduler::tile_exchange(WarpOp op, unsigned size, unsigned long long value,
                                            unsigned source, Site site) {
  const unsigned me = current_;
  sites_[me] = site;
  waits_[me] = Wait::Tile;
  tile_sizes_[me] = size;
  Lane& lane = lanes_[me];
  lane.value = value;
  lane.source = static_cast<int>(source);
  lane.op = op;
  ready_.remove(me);
  at_tile_.add(me);
  has_tiles_ = true;
  tell_counter(&Listener::thread_waits, me);
  complete_tile_op(size);
  if (!ready_.has(me)) wait();
  return lane.result;
}

void Scheduler::complete_tile_op(unsigned size) {
  const unsigned first = current_ / size * size, end = std::min(first + size, threads_);
  unsigned some = ThreadSet::kNone;
  for (unsigned t = first; t < end; ++t) {
    if (!alive_.has(t)) continue;
    if (some == ThreadSet::kNone) some = t;
    if (!at_tile_.has(t) || tile_sizes_[t] != size || lanes_[t].op != lanes_[some].op) return;
  }
  if (some == ThreadSet::kNone) return;
  made_progress();
  exchange_in_tile(first, end);
  const bool syncs = lanes_[some].op == WarpOp::Sync;
  for (unsigned warp = first / 32; warp * 32 < end; ++warp) {
    at_tile_.remove_lanes(warp, ~0U);
    ready_.add_lanes(warp, alive_.warp(warp));
  }
  tell(&Listener::tile_operation_completed, first, size, syncs);
}

// Ballot: bit 0 when any value is not zero, bit 1 when all are.
void Scheduler::exchange_in_tile(unsigned first, unsigned end) {
  unsigned long long any = 0, all = 2;
  for (unsigned t = first; t < end; ++t) {
    if (!alive_.has(t)) continue;
    Lane& lane = lanes_[t];
    const unsigned source = first + static_cast<unsigned>(lane.source) % tile_sizes_[t];
    const bool there = source < end && alive_.has(source);  // else CUDA leaves the value undefined
    lane.result = lanes_[there ? source : t].value;
    any |= static_cast<unsigned long long>(lane.value != 0);
    if (lane.value == 0) all = 0;
  }
  for (unsigned t = first; t < end; ++t) {
    if (lanes_[t].op == WarpOp::Ballot) lanes_[t].result = any | all;
  }
}

}  // namespace simt::core

namespace simt {
namespace {

/// The scheduler, which host code must not use.
core::Scheduler& of_kernels(const core::Site& site) {
  core::Scheduler& scheduler = core::Scheduler::instance();
  if (scheduler.in_kernel()) return scheduler;
  core::refuse_host_code(Message::host_tile, site);
}

}  // namespace

unsigned int active_mask(CallSite call) {
  const core::Site site(call);
  return of_kernels(site).active_mask(site);
}

unsigned long long tile_exchange(WarpOp op, unsigned int size, unsigned long long value, unsigned int source,
                                 CallSite call) {
  const core::Site site(call);
  core::Scheduler& scheduler = of_kernels(site);
  if (op == WarpOp::Sync && size >= scheduler.threads()) {
    block_barrier(call);
    return 0;
  }
  return scheduler.tile_exchange(op, size, value, source, site);
}

}  // namespace simt
