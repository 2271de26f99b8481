// The order of events in a block. A thread runs until it waits or returns; then the next runnable one runs,
// by thread number or in the host's order. Nothing else decides, so every run is the same.
#include "scheduler.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "builtins.hpp"
#include "events.hpp"
#include "registers.hpp"
#include "violation.hpp"

// In a separate section with nothing else between them: see Watch::builtins_begin.
#define SIMT_BUILT_IN __attribute__((section(".simt_builtins")))
SIMT_BUILT_IN uint3 threadIdx{};
SIMT_BUILT_IN uint3 blockIdx{};
SIMT_BUILT_IN dim3 blockDim;
SIMT_BUILT_IN dim3 gridDim;
SIMT_BUILT_IN dim3 simt::cluster_shape;

// A switch invalidates the return predictor, so each return after it costs as much as the switch itself. All
// code between a kernel and the switch is therefore one function.
#define SIMT_HOT inline __attribute__((always_inline))

namespace simt::core {

Scheduler& Scheduler::instance() {
  static Scheduler& scheduler = *new Scheduler;
  return scheduler;
}

bool Scheduler::prepare(const dim3& block, BlocksWait blocks_wait, const ScheduleOrder& order,
                        void (*body)(void*), void* context) {
  // After a violation whose handler threw, threads are still inside the kernel.
  if (broken_) fibers_.abandon();
  broken_ = false;
  kernel_error_ = cudaSuccess;
  blocks_wait_ = blocks_wait;
  order_ = order;
  body_ = body;
  context_ = context;
  const unsigned threads = block.x * block.y * block.z;
  if (threads != threads_ || block.x != block_.x || block.y != block_.y) {
    block_ = block;
    threads_ = threads;
    for (unsigned t = 0; t < threads; ++t) {
      ids_[t] = {t % block.x, t / block.x % block.y, t / block.x / block.y};
    }
  }
  return fibers_.reserve(threads, &Scheduler::fiber_main);
}

void Scheduler::watch_thread(unsigned thread) const {
  watch.thread = thread;
  std::fill(std::begin(watch.reported), std::end(watch.reported), Reported{});
  simt_last_checked = 0;
  if (thread == kHostThread) {
    watch.stack_low = watch.host_stack_low;
    watch.stack_end = watch.host_stack_end;
    watch.frames_begin = watch.registers_end = 0;
  } else {
    watch.stack_low = fibers_.stack_low(thread);
    watch.stack_end = stack_ends_[thread];
    watch_frames(thread);
  }
}

void Scheduler::watch_frames(unsigned thread) const {
  const WrittenParameters& written = written_parameters[thread];
  watch.frames_begin = frames_begin_[thread] - free_parameters();
  watch.registers_end = watch.frames_begin + (written.end - written.begin) - kRegisterBytes;
}

SIMT_HOT void Scheduler::switch_to(unsigned next) {
  const unsigned me = std::exchange(current_, next);
  spins_ = 0;
  begun_ = std::max(begun_, next);
  if (watch.active) [[unlikely]]
    watch_thread(next);
  fibers_.switch_to(fiber_of_[me], fiber_of_[next]);
  if (watch.active) [[unlikely]]
    clear_registers();
  if (me != Fibers::kHost) threadIdx = ids_[me];
}

SIMT_HOT unsigned Scheduler::next_ready() {
  if (watch.in_step && ready_.first() == ThreadSet::kNone) [[unlikely]]
    ready_ = steps_.take_last();
  if (order_.forward()) [[likely]]
    return ready_.next(current_);
  return order_.reverse() ? ready_.previous(current_) : ready_.next(order_.draw() % threads_);
}

SIMT_HOT unsigned Scheduler::first_ready() {
  if (order_.forward()) [[likely]]
    return ready_.first();
  return order_.reverse() ? ready_.last() : ready_.next(order_.draw() % threads_);
}

SIMT_HOT void Scheduler::switch_to_next_ready() {
  unsigned next = next_ready();
  if (next == ThreadSet::kNone) [[unlikely]] {
    if (held_.first() != ThreadSet::kNone)
      release_held();
    else if (at_mask_.first() != ThreadSet::kNone)
      release_masks();
    else if (!release_askers())
      report_stuck();
    next = next_ready();
  }
  if (next != current_) switch_to(next);
}

void Scheduler::wait() { switch_to_next_ready(); }

bool Scheduler::run_block() {
  running_block_ = ++blocks_run_;
  if (watch.in_step) steps_.begin_block(threads_);
  // Keeping a block has forgotten the fibers, but their stacks are there.
  if (keeps_blocks()) (void)fibers_.reserve(threads_, &Scheduler::fiber_main);
  ThreadSet all;
  all.fill(threads_);
  begin_turn(all, threads_);
  return !broken_;
}

bool Scheduler::continue_block() {
  begin_turn(alive_, living_);
  return !broken_;
}

void Scheduler::begin_turn(const ThreadSet& alive, unsigned living) {
  ++turns_;
  ready_ = alive_ = alive;
  living_ = living;
  held_ = at_mask_ = at_tile_ = at_phase_ = asking_ = ThreadSet();
  has_tiles_ = false;
  if (std::exchange(has_borrowed_, false)) std::iota(std::begin(fiber_of_), std::end(fiber_of_), 0);
  begun_ = 0;
  fruitless_ = 0;
  at_barrier_ = 0;
  barrier_diverges_ = false;
  votes_ = {};
  at_blocks_ = 0;
  blocks_diverge_ = false;
  for (Warp& warp : warps_) warp.waiting = 0;
  switch_to(first_ready());
}

bool Scheduler::keep_block(KeptBlock& kept) {
  kept.number = running_block_;
  kept.site = sites_[alive_.first()];
  kept.alive = alive_;
  kept.living = living_;
  kept.written.assign(written_parameters, written_parameters + threads_);
  if (watch.in_step) kept.places = steps_.keep(threads_);
  return fibers_.keep(threads_, kept.stacks);
}

void Scheduler::restore_block(const KeptBlock& kept) {
  running_block_ = kept.number;
  alive_ = kept.alive;
  living_ = kept.living;
  std::copy(kept.written.begin(), kept.written.end(), written_parameters);
  if (watch.in_step) steps_.continue_block(kept.places);
  fibers_.restore(kept.stacks);
}

void Scheduler::break_grid(const Finding& found) {
  found_ = found;
  broken_ = true;
}

namespace {

// Room for the engine's frames below a kernel's, such as saved registers.
constexpr std::size_t kEngineFrames = 4096;

/// Overwrites data of another block's thread below here, so it doesn't leak to the next one.
[[gnu::noinline]] void poison_stack(unsigned thread) {
  constexpr int kPoison = 0xCD;
  const auto copied = static_cast<std::uint32_t>(free_parameters());
  const std::size_t used = kRegisterBytes + std::exchange(stack_used[thread], copied) + kEngineFrames;
  const std::size_t bytes = std::min(used, Fibers::kStackBytes - 2 * kEngineFrames);
  void* const below = __builtin_alloca(bytes);
  std::memset(below, kPoison, bytes);
  asm volatile("" : : "r"(below) : "memory");
}

/// Of its caller, whose frame is above: a kernel's frames are below, and may not change it.
[[gnu::always_inline]] inline std::uintptr_t stack_pointer() {
  std::uintptr_t pointer;
#if defined(__x86_64__)
  asm("movq %%rsp, %0" : "=r"(pointer));
#else
  asm("mov %0, sp" : "=r"(pointer));
#endif
  return pointer;
}

}  // namespace

void Scheduler::fiber_main() {
  Scheduler& self = instance();
  self.frames_begin_[self.current_] = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  self.stack_ends_[self.current_] = stack_pointer();
  for (;;) {
    threadIdx = self.ids_[self.current_];
    if (watch.active) [[unlikely]] {
      written_parameters[self.current_] = {};
      self.watch_frames(self.current_);
      watch.stack_end = self.stack_ends_[self.current_];
      if (watch.counting) poison_stack(self.current_);
      clear_registers();
    }
    self.body_(self.context_);
    self.thread_ended();
  }
}

void Scheduler::thread_ended() {
  const unsigned me = current_, warp = me / 32;
  ready_.remove(me);
  alive_.remove(me);
  made_progress();
  tell_counter(&Listener::thread_ends, me);
  if (--living_ == 0) {
    switch_to(Fibers::kHost);
    return;
  }
  // No barrier but a grid's waits for a thread that has returned.
  if (all_wait_for_others()) {
    switch_to(Fibers::kHost);
    return;
  }
  if (at_barrier_ == living_) release_barrier();
  for (unsigned waiting = warps_[warp].waiting; waiting != 0;) {
    const unsigned mask = lanes_[warp * 32 + static_cast<unsigned>(std::countr_zero(waiting))].mask;
    complete_warp_op(warp, mask);
    waiting &= ~mask;
  }
  if (has_tiles_) {
    for (unsigned size = 64; size <= kMaxThreads; size *= 2) complete_tile_op(size);
  }
  if (!begins_on_this_fiber()) switch_to_next_ready();
}

/// Whether the next thread has not begun, and takes over the fiber of the current one, which has ended.
SIMT_HOT bool Scheduler::begins_on_this_fiber() {
  if (watch.active || keeps_blocks() || !order_.forward()) return false;
  const unsigned next = ready_.next(current_);
  if (next == ThreadSet::kNone || next <= begun_) return false;
  fiber_of_[next] = fiber_of_[current_];
  has_borrowed_ = true;
  spins_ = 0;
  current_ = begun_ = next;
  return true;
}

SIMT_HOT BarrierVotes Scheduler::barrier(int predicate, Site site) {
  const unsigned me = current_;
  sites_[me] = site;
  waits_[me] = Wait::Block;
  votes_.count += predicate != 0;
  ready_.remove(me);
  tell_counter(&Listener::thread_waits, me);
  if (at_barrier_++ == 0) {
    first_at_barrier_ = me;
  } else if (!(sites_[first_at_barrier_] == site)) {
    barrier_diverges_ = true;
  }
  if (at_barrier_ == living_) {
    release_barrier();
    const unsigned first = first_ready();
    if (first != me) switch_to(first);
  } else {
    switch_to_next_ready();
  }
  return result_;
}

void Scheduler::barrier_of_blocks(Site site) {
  const unsigned me = current_;
  sites_[me] = site;
  waits_[me] = Wait::Blocks;
  ready_.remove(me);
  tell_counter(&Listener::thread_waits, me);
  if (at_blocks_++ == 0) {
    first_at_barrier_ = me;
  } else if (!(sites_[first_at_barrier_] == site)) {
    blocks_diverge_ = true;
  }
  if (all_wait_for_others()) {
    switch_to(Fibers::kHost);
  } else {
    switch_to_next_ready();
  }
}

// A cluster's barrier has no place in the code: threads that wait at different lines meet there.
bool Scheduler::all_wait_for_others() const {
  if (blocks_wait_ == BlocksWait::for_cluster) return at_blocks_ != 0 && at_blocks_ == living_;
  return at_blocks_ == threads_ && !blocks_diverge_;
}

void Scheduler::release_barrier() {
  if (barrier_diverges_) report_stuck();
  votes_.threads = static_cast<int>(at_barrier_);
  result_ = std::exchange(votes_, BarrierVotes{});
  at_barrier_ = 0;
  ready_ = alive_;
  made_progress();
  if (watch.in_step) steps_.barrier_released(current_);
  tell(&Listener::barrier_released);
}

SIMT_HOT unsigned long long Scheduler::warp_exchange(WarpOp op, unsigned mask, unsigned long long value,
                                                     int source, Site site) {
  const unsigned me = current_, warp = me / 32;
  const unsigned bit = 1U << (me % 32);
  if ((mask & bit) == 0) {
    refuse_mask(site);
  }
  sites_[me] = site;
  waits_[me] = Wait::Warp;
  Lane& lane = lanes_[me];
  lane.value = value;
  lane.mask = mask;
  lane.source = source;
  lane.op = op;
  ready_.remove(me);
  Warp& group = warps_[warp];
  if (group.waiting == 0) {
    group.mask = mask;
    group.op = op;
    group.uniform = true;
  } else {
    group.uniform = group.uniform && group.mask == mask && group.op == op;
  }
  group.waiting |= bit;
  // The last lane continues, the others at their turn.
  if (!complete_warp_op(warp, mask)) switch_to_next_ready();
  return lane.result;
}

bool Scheduler::complete_warp_op(unsigned warp, unsigned mask) {
  const unsigned members = mask & alive_.warp(warp);
  Warp& group = warps_[warp];
  if ((members & ~group.waiting) != 0) return false;
  if (!group.uniform && !agree(warp, members, mask)) return false;
  made_progress();
  exchange(warp, members);
  group.waiting &= ~members;
  ready_.add_lanes(warp, members);
  tell(&Listener::warp_operation_completed, warp, members,
       lanes_[warp * 32 + static_cast<unsigned>(std::countr_zero(members))].op == WarpOp::Sync);
  return true;
}

bool Scheduler::agree(unsigned warp, unsigned members, unsigned mask) const {
  const Lane* lanes = lanes_ + warp * 32;
  const WarpOp op = lanes[std::countr_zero(members)].op;
  for (unsigned left = members; left != 0; left &= left - 1) {
    const Lane& lane = lanes[std::countr_zero(left)];
    if (lane.mask != mask || lane.op != op) return false;
  }
  return true;
}

void Scheduler::wait_for_those_behind() {
  ready_.remove(current_);
  steps_.stop(current_);
  switch_to_next_ready();
}

void Scheduler::fail(const Finding& found) {
  if (!broken_) found_ = found;
  broken_ = true;
  park();
}

// When accesses are checked, the other threads run until they wait: the cause may be a race whose second half
// is still to come. A parked thread never arrives, so no barrier opens any more.
void Scheduler::park() {
  ready_.remove(current_);
  const unsigned next = watch.checking ? next_ready() : ThreadSet::kNone;
  switch_to(next != ThreadSet::kNone ? next : Fibers::kHost);
  __builtin_unreachable();  // an abandoned fiber never runs again
}

}  // namespace simt::core

namespace simt {
namespace {

using core::Scheduler;

}  // namespace

void block_barrier(CallSite site) {
  Scheduler& scheduler = Scheduler::instance();
  if (!scheduler.in_kernel()) core::refuse_host_code(Message::host_barrier, core::Site(site));
  scheduler.barrier(0, core::Site(site));
}

BarrierVotes block_vote(int predicate, CallSite site) {
  Scheduler& scheduler = Scheduler::instance();
  if (!scheduler.in_kernel()) core::refuse_host_code(Message::host_vote, core::Site(site));
  return scheduler.barrier(predicate, core::Site(site));
}

unsigned long long warp_exchange(WarpOp op, unsigned int mask, unsigned long long value, int source,
                                 CallSite site) {
  Scheduler& scheduler = Scheduler::instance();
  if (!scheduler.in_kernel()) core::refuse_host_code(Message::host_warp, core::Site(site));
  return scheduler.warp_exchange(op, mask, value, source, core::Site(site));
}

void yield() {
  if (Scheduler::instance().in_kernel()) Scheduler::instance().yield();
}

void may_spin() {
  if (Scheduler::instance().in_kernel()) Scheduler::instance().may_spin();
}

bool in_kernel() { return Scheduler::instance().in_kernel(); }
int lane() { return Scheduler::instance().in_kernel() ? Scheduler::instance().lane() : 0; }

}  // namespace simt
