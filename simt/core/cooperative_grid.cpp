// One OS thread runs all blocks: a block that waits for the grid is copied from the memory that all blocks
// share here, its stacks and its shared memory, and comes back to the same addresses.
#include "cooperative_grid.hpp"

#include <new>
#include <utility>

#include "async_barriers.hpp"
#include "builtins.hpp"
#include "events.hpp"
#include "shared_memory.hpp"

namespace simt::core {

void begin_block(std::uint64_t block, std::size_t dynamic_bytes, std::uint8_t poison) {
  SharedMemory::instance().poison(dynamic_bytes, poison);
  blockIdx = index_of_block(block);
  tell(&Listener::block_begins, block);
}

void end_block() {
  AsyncBarriers::instance().end_block();
  tell(&Listener::block_ends);
}

bool CooperativeGrid::run(const BlockOrder& order, std::uint64_t blocks) {
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  Scheduler& scheduler = Scheduler::instance();
  std::uint64_t ended = kNone;  // the first block that did
  std::vector<Waiting> before;  // waited for the last grid barrier
  for (std::uint64_t barriers = 0;; ++barriers) {
    const std::uint64_t count = barriers == 0 ? blocks : before.size();
    for (std::uint64_t i = 0; i < count; ++i) {
      Waiting now = spare();
      if (barriers == 0) {
        now.block = order[i];
        begin_block(now.block, dynamic_bytes_, poison_);
        if (!scheduler.run_block()) return false;
      } else {
        now.block = before[i].block;
        blockIdx = index_of_block(now.block);
        if (blocks > 1) restore(before[i]);
        spare_.push_back(std::move(before[i]));
        tell(&Listener::block_continues, now.block);
        if (!scheduler.continue_block()) return false;
      }
      if (!scheduler.waits_for_others()) {
        if (ended == kNone) ended = now.block;
        spare_.push_back(std::move(now));
        end_block();
        continue;
      }
      tell(&Listener::block_waits_for_others, now.block);
      if (blocks > 1 && !keep(now)) {
        report_no_memory_to_wait(blocks);
        return false;
      }
      waiting_.push_back(std::move(now));
    }
    if (waiting_.empty()) return true;
    if (ended != kNone) {
      report_deadlock(ended);
      return false;
    }
    tell(&Listener::grid_barrier_released);
    before = std::exchange(waiting_, {});
  }
}

CooperativeGrid::Waiting CooperativeGrid::spare() {
  if (spare_.empty()) return {};
  Waiting waiting = std::move(spare_.back());
  spare_.pop_back();
  return waiting;
}

bool CooperativeGrid::keep(Waiting& waiting) {
  try {
    SharedMemory::instance().keep(dynamic_bytes_, waiting.shared);
    if (!Scheduler::instance().keep_block(waiting.kept)) return false;
  } catch (const std::bad_alloc&) {
    return false;
  }
  kept_bytes_ += waiting.kept.stacks.bytes + waiting.shared.size();
  return kept_bytes_ <= kMostKeptBytes;
}

void CooperativeGrid::restore(const Waiting& waiting) {
  SharedMemory::instance().restore(dynamic_bytes_, waiting.shared);
  Scheduler::instance().restore_block(waiting.kept);
  kept_bytes_ -= waiting.kept.stacks.bytes + waiting.shared.size();
}

// Names a thread of the first block that waits, and one of a block that has ended.
void CooperativeGrid::report_deadlock(std::uint64_t ended) {
  Scheduler& scheduler = Scheduler::instance();
  Finding found(Message::grid_deadlock, Advice::all_reach_grid_barrier);
  blockIdx = index_of_block(waiting_.front().block);
  found.access.by = scheduler.agent_with_block(0);
  found.access.wait = finding::Access::Wait::grid;
  found.access.at = site_of(waiting_.front().kept.site);
  blockIdx = index_of_block(ended);
  found.other.by = scheduler.agent_with_block(0);
  scheduler.break_grid(found);
}

void report_no_memory_to_wait(std::uint64_t blocks) {
  Scheduler& scheduler = Scheduler::instance();
  Finding found(Message::no_memory_to_wait, Advice::smaller_grid);
  found.access.by = scheduler.agent_with_block(0);
  found.access.at = site_of(*scheduler.waits_at(scheduler.first_living()));
  found.numbers = {static_cast<std::int64_t>(blocks * scheduler.threads()),
                   static_cast<std::int64_t>(kMostKeptBytes >> 20)};
  scheduler.break_grid(found);
}

}  // namespace simt::core
