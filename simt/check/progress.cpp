// The first check is after three quarters of the limit. From then on a loop without progress leaves memory
// unchanged, or changes it periodically; code with progress runs until the process' time limit. Before, only
// a loop that asks one place of memory for what a later block writes is looked for.
#include "progress.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <simt/engine.hpp>
#include <string>

#include "host_heap.hpp"
#include "host_memory.hpp"
#include "launches.hpp"
#include "report.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/scheduler.hpp"
#include "state.hpp"

namespace simt::check {
namespace {

constexpr unsigned kMostLooks = 200;      // each of a quarter of the limit
constexpr unsigned kMostBarriers = 512;   // the most in a loop without progress
constexpr std::int64_t kEarlyLooks = 64;  // in the limit
// If the time is over before the first check: of the steps until then, which took all of the time.
constexpr std::int64_t kLastShare = 50, kFewestLast = 100'000, kMostLast = 5'000'000;
constexpr std::uint64_t kFewQuestions = 100;  // since a check
constexpr std::uint64_t kMuchLonger = 4;      // than the mean of the finished blocks
constexpr std::uint64_t kMostPerOutput = 2;   // threads of a launch of reasonable size

/// Memory at barriers since the last check.
struct Barriers {
  unsigned passed = 0;
  std::uint64_t at_first = 0;
  bool repeats = false;  // memory is the same at two of them
};

struct Looks {
  unsigned taken = 0;  // since the steps are counted from 0
  std::uint64_t ended = 0, turns = 0, memory = 0;
  Barriers of_block, of_grid;
  // Early: whether memory was hashed.
  bool is_early = false;
  // The last atomic or volatile access of global memory since the last check, and their number.
  core::Access question = {};
  std::uint64_t questions = 0;
};
Looks looks;
std::int64_t limit = core::kForever;
std::int64_t given = 0;  // steps since the count began; steps_left() of them were not used
std::uint64_t outputs = 0;
std::uintptr_t asked_early = 0;  // by the last question before an early look
bool was_last = false;
volatile bool out_of_time = false;

/// Finished blocks and threads: their number is finite.
std::uint64_t ended() {
  const core::Scheduler& scheduler = core::Scheduler::instance();
  std::uint64_t sum = scheduler.blocks_run() * kThreads;
  for (unsigned warp = 0; warp * 32 < state.threads; ++warp)
    sum += static_cast<std::uint64_t>(32 - std::popcount(scheduler.living_lanes(warp)));
  return sum;
}

std::uint64_t mixed(std::uint64_t sum, std::uintptr_t begin, std::uintptr_t end) {
  for (std::uintptr_t at = begin; at < end; at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, reinterpret_cast<const void*>(at), std::min<std::size_t>(sizeof(word), end - at));
    sum = (sum ^ word) * 0x9e3779b97f4a7c15U;
    sum ^= sum >> 32;
  }
  return sum;
}

/// A hash of all that the running code can have changed visibly.
std::uint64_t memory_now(unsigned thread) {
  using core::watch;
  std::uint64_t sum = 0;
  if (thread == core::kHostThread) {
    for (const HostRegion& region : host_regions()) {
      if (!region.read_only) sum = mixed(sum, region.begin, region.end);
    }
    for (const auto& [begin, block] : HostHeap::instance().blocks()) {
      if (block.live) sum = mixed(sum, block.begin, block.end);
    }
    return sum;
  }
  sum = mixed(sum, watch.shared_begin, watch.shared_begin + watch.shared_bytes);
  for (const auto& [begin, allocation] : core::DeviceMemory::instance().all()) {
    if (allocation.live && !allocation.read_only && !allocation.divided)
      sum = mixed(sum, allocation.begin, allocation.end);
  }
  return sum;
}

/// Whether the steps since the last check had any effect; checks again.
bool moved(unsigned thread) {
  const Looks last = looks;
  looks = {.taken = last.taken + 1,
           .ended = ended(),
           .turns = core::Scheduler::instance().turns(),
           .memory = memory_now(thread),
           .of_block = {},
           .of_grid = {}};
  if (looks.ended != last.ended) return true;
  if (looks.turns != last.turns) return !last.of_grid.repeats;
  return last.of_block.passed > 1 ? !last.of_block.repeats : looks.memory != last.memory;
}

/// A grid's blocks that have not begun; 0 for host code.
std::uint64_t blocks_to_come(unsigned thread) {
  if (thread == core::kHostThread || state.blocks_begun > state.blocks_in_grid) return 0;
  return state.blocks_in_grid - state.blocks_begun;
}

/// Whether the launch has too many blocks, and this block has no endless loop: the blocks before it took most
/// of the steps, and it has not run much longer than they did.
bool is_slow_launch(unsigned thread) {
  if (thread == core::kHostThread || state.blocks_begun < 2 || outputs == 0) return false;
  if (state.blocks_in_grid < kMostPerOutput * outputs / state.threads) return false;
  const std::uint64_t before = state.steps_before_block, own = steps_taken() - before;
  return own < before && own / kMuchLonger <= before / (state.blocks_begun - 1);
}

[[noreturn]] void end_launch() {
  Finding found(Message::slow_launch, Advice::number_of_blocks);
  found.access.at = core::site_of(running_launch());
  found.numbers = {static_cast<std::int64_t>(state.blocks_in_grid), state.threads,
                   static_cast<std::int64_t>(outputs), static_cast<std::int64_t>(state.blocks_begun) - 1};
  fail(found);
}

[[noreturn]] void end(unsigned thread, std::uintptr_t pc, bool gets_on, const Looks& seen) {
  if (is_slow_launch(thread)) end_launch();
  const std::uint64_t to_come = blocks_to_come(thread);
  if (!gets_on && to_come > 0 && seen.questions > kFewQuestions) {
    Finding found(Message::waits_for_block, Advice::second_launch);
    found.access = to_finding(seen.question);
    found.access.memory = memory_of(seen.question);
    found.numbers[0] = static_cast<std::int64_t>(to_come);
    fail(found);
  }
  Finding found(Message::endless_loop,
                thread == core::kHostThread ? Advice::loop_ends : Advice::loop_ends_for_all);
  if (gets_on) {
    found = Finding(state.barriers > 1 ? Message::too_slow_after_barriers : Message::too_slow,
                    Advice::memory_changes);
    found.numbers[0] = static_cast<std::int64_t>(state.barriers);
  }
  if (out_of_time && core::watch.host_is_free && (gets_on || thread == core::kHostThread)) {
    found = Finding(thread == core::kHostThread ? Message::host_out_of_time : Message::kernel_out_of_time);
    found.numbers = {static_cast<std::int64_t>(state.blocks_begun) - 1,
                     static_cast<std::int64_t>(state.blocks_in_grid)};
  }
  if (!gets_on && state.kernels_launched > 0 && seen.questions > kFewQuestions)
    found.advice = Advice::no_wait_for_child;
  found.access = to_finding(thread, pc);
  fail(found);
}

void look_early(unsigned thread, std::uintptr_t pc) {
  const Looks before = looks;
  looks = {};
  looks.question = before.question;
  const bool may_wait = before.questions > kFewQuestions && blocks_to_come(thread) > 0;
  if (!may_wait || before.question.address != asked_early) {
    asked_early = may_wait ? before.question.address : 0;
    return;
  }
  looks.is_early = true;
  looks.ended = ended();
  looks.turns = core::Scheduler::instance().turns();
  looks.memory = memory_now(thread);
  if (before.is_early && before.ended == looks.ended && before.turns == looks.turns &&
      before.memory == looks.memory)
    end(thread, pc, false, before);
}

}  // namespace

void restart_steps() {
  state.steps_before_block = 0;
  looks = {};
  asked_early = 0;
  if (limit != core::kForever) core::steps_left() = std::max<std::int64_t>(1, limit / kEarlyLooks);
  if (out_of_time) core::steps_left() = 0;
  given = core::steps_left();
}

std::uint64_t steps_taken() { return static_cast<std::uint64_t>(given - core::steps_left()); }

void many_steps(unsigned thread, std::uintptr_t pc) {
  const std::int64_t first_check = limit == core::kForever ? 0 : limit - limit / 4;
  if (!out_of_time && given < first_check) {
    look_early(thread, pc);
    const std::int64_t more = std::clamp<std::int64_t>(limit / kEarlyLooks, 1, first_check - given);
    given += more - core::steps_left();
    core::steps_left() = more;
    return;
  }
  const Looks before = looks;
  const bool gets_on = moved(thread);
  if (before.taken > 0 && (was_last || out_of_time || !gets_on || before.taken > kMostLooks))
    end(thread, pc, gets_on, before);
  was_last = out_of_time;
  const std::int64_t more = out_of_time ? std::clamp(given / kLastShare, kFewestLast, kMostLast)
                                        : std::max<std::int64_t>(1, limit / 4);
  given += more - core::steps_left();
  core::steps_left() = more;
}

namespace {

void look_at(Barriers& barriers) {
  if (looks.taken == 0 || barriers.passed > kMostBarriers || barriers.repeats) return;
  const std::uint64_t memory = memory_now(0);
  if (barriers.passed++ == 0)
    barriers.at_first = memory;
  else
    barriers.repeats = memory == barriers.at_first;
}

}  // namespace

void look_at_barrier() { look_at(looks.of_block); }
void look_at_grid_barrier() { look_at(looks.of_grid); }
void forget_barriers_of_block() { looks.of_block = {}; }

void note_question(const core::Access& access) {
  if (access.space != core::Space::Global || (limit == core::kForever && looks.taken == 0)) return;
  ++looks.questions;
  looks.question = access;
}

}  // namespace simt::check

namespace simt {

void host::set_outputs(std::uint64_t outputs) { check::outputs = outputs; }

void host::reach_step_limit() {
  check::out_of_time = true;
  check::given -= core::steps_left();
  core::steps_left() = 0;
}

void host::set_step_limit(std::uint64_t basic_blocks) {
  constexpr auto most = static_cast<std::uint64_t>(core::kForever);
  check::limit = basic_blocks == 0 ? core::kForever : static_cast<std::int64_t>(std::min(basic_blocks, most));
  check::was_last = false;
  check::out_of_time = false;
  core::steps_left() = core::kForever;
  check::restart_steps();
}

}  // namespace simt
