// Barriers, warp barriers, fences and atomics are what orders two accesses of a launch. Blocks run one after
// another, so that an earlier block's access is known by its time; blocks of a launch are ordered by nothing
// but atomics after fences.
#include "races.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <simt/atomic_order.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checker.hpp"
#include "events.hpp"
#include "host_values.hpp"
#include "launch_points.hpp"
#include "launches.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/launch.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/shared_memory.hpp"
#include "state.hpp"
#include "stream_copies.hpp"

namespace simt::check {

using core::Access;
using core::AccessKind;
using core::Space;

State state;

namespace {

struct WaitingBlock {
  std::vector<std::uint8_t> written;                    // by cell
  std::vector<std::pair<std::size_t, Cell>> under_way;  // cells of copies
};
std::unordered_map<std::uint64_t, WaitingBlock>& waiting_blocks() {
  static auto& blocks = *new std::unordered_map<std::uint64_t, WaitingBlock>;
  return blocks;
}

/// Visits the cells of the block's shared memory.
template <class Visit>
void for_cells(const Visit& visit) {
  core::SharedMemory::instance().for_parts(state.dynamic_bytes, [&](std::size_t begin, std::size_t end) {
    const std::size_t last = std::min((end + kCellSpan - 1) / kCellSpan, state.shared.size());
    for (std::size_t i = begin / kCellSpan; begin < end && i < last; ++i) visit(i, state.shared[i]);
  });
}

bool is_under_way(const Cell& cell) {
  return cell.time[kWriter] == kUnderWay || cell.time[kSecondReader] == kUnderWay;
}

/// Forgets those of the launch before.
void forget_waiting_blocks() { waiting_blocks().clear(); }

void keep_waiting_block(std::uint64_t block) {
  WaitingBlock kept;
  for_cells([&](std::size_t i, const Cell& cell) {
    const bool stale = cell.time[kWriter] < state.block_start;
    kept.written.push_back(stale ? std::uint8_t{0} : cell.written);
    if (is_under_way(cell)) kept.under_way.emplace_back(i, cell);
  });
  waiting_blocks()[block] = std::move(kept);
}

/// Behind a grid barrier all that a block has done is ordered: only which bytes have values is restored, and
/// the copies under way.
void restore_waiting_block(std::uint64_t block) {
  const auto found = waiting_blocks().extract(block);
  if (!found) return;
  const WaitingBlock& kept = found.mapped();
  std::size_t next = 0;
  for_cells([&](std::size_t, Cell& cell) {
    cell = {};
    cell.time[kWriter] = state.block_start;
    cell.written = kept.written[next++];
  });
  for (const auto& [i, cell] : kept.under_way) state.shared[i] = cell;
  state.copies_started = !kept.under_way.empty();
  // Its LAB_SPANs are forgotten: accesses are not checked against them behind the barrier.
}

constexpr std::size_t kMaxBlocks = std::size_t{1} << 20;
constexpr std::uint32_t kLateTime = 0x80000000;  // half of what the clock can count

inline bool ordered_by_tile(unsigned thread, unsigned me, std::uint32_t time) {
  if (time > state.last_tile) return false;
  for (unsigned i = 0; i < State::kTileSizes; ++i) {
    const unsigned size = 64U << i;
    if (thread / size == me / size && time <= state.tile_floor[i][me / size]) return true;
  }
  return false;
}

// Whether the thread has passed anything since then that may order what it did before what others do next.
bool handed_on_since(unsigned thread, std::uint32_t time) {
  if (state.warp_floor[thread / 32] >= time || state.seen[thread][thread % 32] >= time) return true;
  if (state.arrived[thread] >= time) return true;
  return state.fenced[thread] >= time || ordered_by_tile(thread, thread, time);
}

/// Of a time before the launch.
__attribute__((noinline)) bool is_beside(std::uint32_t time) { return core::ran_at(time, state.beside); }

// Whether the thread comes after something that the block that ran before its own has released, and so after
// the updates of all blocks before: the last block to update a counter may set it back.
__attribute__((noinline)) bool comes_after_last_block(unsigned me) {
  const std::size_t blocks = state.blocks.size();
  return blocks > 1 && state.floor[me] >= state.blocks[blocks - 2].time;
}

inline __attribute__((always_inline)) bool ordered(const Cell& cell, unsigned record, unsigned me,
                                                   bool is_shared) {
  const std::uint32_t time = cell.time[record];
  const unsigned thread = cell.thread[record] & kNumber;
  const Contention others = record == kWriter ? cell.contention : kAlone;
  if (time <= state.floor[me] || (others != kAlone && time <= state.several[me])) return true;
  if (time < state.phase_start && !state.beside.empty()) [[unlikely]]
    return is_shared || !is_beside(time) || comes_before_launch(cell, record);
  if (others == kOfGrid && !comes_after_last_block(me)) return false;
  if (time < state.block_start) return is_shared;
  if (time < state.interval_start || ordered_by_tile(thread, me, time)) return true;
  if (others == kOfBlock) return false;
  if (others != kOfWarp && (thread == me || (barriers_gave && handed_on(thread, me, time)))) return true;
  if (thread / 32 != me / 32) return false;
  return time <= state.warp_floor[me / 32] || time <= state.seen[me][thread % 32];
}

bool ordered(const Cell& cell, unsigned record, const Access& access) {
  return ordered(cell, record, access.thread, is_private(access));
}

bool keeps_plain_write(const Cell& cell) { return (cell.thread[kSecondReader] & kPlainWrite) != 0; }

// Where the threads are whose atomics on the cell the running thread's next one does not come after.
Contention contention(const Cell& cell, const Access& access) {
  if ((cell.where[kWriter] & kStrong) == 0 || ordered(cell, kWriter, access)) return kAlone;
  const unsigned thread = cell.thread[kWriter] & kNumber;
  if (cell.contention == kOfGrid || cell.time[kWriter] < state.block_start) return kOfGrid;
  return cell.contention == kOfBlock || thread / 32 != access.thread / 32 ? kOfBlock : kOfWarp;
}

// Both leave the order to the hardware, as atomics do. Volatile accesses of shared memory count only where a
// fence shows that a flag is meant: code that relies on a warp's lanes being in step has none.
bool both_strong(std::uint32_t then, std::uint32_t now, std::uint32_t time, const Access& access) {
  if ((then & kStrong) == 0 || (now & kStrong) == 0) return false;
  if (((then | now) & kOfBlockScope) != 0 && time < state.block_start) return false;
  if (access.space == Space::Global || ((then | now) & kAtomic) != 0) return true;
  return (then & kReleased) != 0 || state.fenced[access.thread] >= state.block_start;
}

unsigned first_returned() {
  const core::Scheduler& scheduler = core::Scheduler::instance();
  for (unsigned warp = 0; warp * 32 < state.threads; ++warp) {
    const unsigned gone = ~scheduler.living_lanes(warp);
    const unsigned thread = warp * 32 + static_cast<unsigned>(std::countr_zero(gone));
    if (gone != 0 && thread < state.threads) return thread;
  }
  return State::kNone;
}

// Up to when what came before is released by the writes that are marked kReleased: to other blocks, 0 for
// nothing, and to the writer's own. To its own block a release orders what its thread did and comes after.
struct Release {
  std::uint32_t to_all = 0, to_block = 0;
  std::uint32_t floor = 0;         // all in the block, and before, up to this time
  std::shared_ptr<Handed> handed;  // and of threads of the block
};

// What relaxed loads have seen, by thread of the block: acquired at its next fence.
struct Seen {
  std::uint32_t several = 0;
  std::shared_ptr<Handed> handed;
};
std::unordered_map<unsigned, Seen>& seen_relaxed() {
  static auto& all = *new std::unordered_map<unsigned, Seen>;
  return all;
}

void acquire(unsigned me, std::uint32_t several, const Handed* handed) {
  state.several[me] = std::max(state.several[me], several);
  state.acquired = true;
  if (handed != nullptr) take(me, *handed);
}
std::unordered_map<const Cell*, Release>& releases() {
  static auto& all = *new std::unordered_map<const Cell*, Release>;
  return all;
}

// Forgets all times before the clock runs over.
void restart_clock() {
  const auto clear = [](Cell* cells, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) std::fill_n(cells[i].time, kRecords, 0U);
  };
  for (auto& [begin, allocation] : core::DeviceMemory::instance().all()) {
    clear(static_cast<Cell*>(allocation.shadow.begin()), allocation.shadow.bytes() / sizeof(Cell));
  }
  clear(state.shared.data(), state.shared.size());
  state.shared_of_cluster.clear();
  forget_what_barriers_gave();
  forget_divided_cells(state.now);
  forget_stream_copies();
  forget_launches();
  core::StreamOrder::instance().host_waits_for_all();
  std::vector<Cell> shared = std::move(state.shared);
  state = State();
  state.shared = std::move(shared);
  releases().clear();
}

}  // namespace

std::size_t shared_room_elsewhere(std::uintptr_t offset) {
  for (const core::SharedRange& range : state.static_shared) {
    if (offset - range.begin >= range.end - range.begin) continue;
    state.last_static = range;
    return range.end - offset;
  }
  return 0;
}

void Checker::launch_begins(const LaunchRecord& launch) {
  if (state.now > kLateTime) restart_clock();
  using core::watch;
  state.shared.resize((watch.shared_bytes + kCellSpan - 1) / kCellSpan + 4);
  state.dynamic_begin = watch.dynamic_begin;
  state.dynamic_reserved = watch.dynamic_reserved;
  state.dynamic_bytes = launch.dynamic_shared_bytes;
  state.static_shared = core::static_shared(reinterpret_cast<const void*>(watch.kernel)).ranges;
  state.last_static = {};
  state.threads = static_cast<unsigned>(launch.block.count());
  const std::uint32_t launch_before = state.launch_start;
  state.launch_start = state.phase_start = ++state.now;
  note_launch(state.launch_start);
  state.before_launch = (launch.overlaps_previous ? launch_before : state.launch_start) - 1;
  state.beside = core::StreamOrder::instance().beside();
  if (!state.beside.empty()) {
    if (launch.overlaps_previous) state.beside.push_back({launch_before, state.launch_start - 1});
    state.before_launch = std::min(state.before_launch, state.beside.front().begin - 1);
    state.before_launch = std::max(state.before_launch, floor_of_launch());
  }
  state.acquired = true;  // all floors rise
  forget_divided_cells(state.before_launch);
  if (state.beside.empty()) releases().clear();
  state.blocks.clear();
  forget_waiting_blocks();
  state.blocks_in_grid = launch.grid.count();
  state.blocks_begun = state.kernels_launched = 0;
  restart_steps();
  kernel_may_use_variables();
}

void Checker::launch_ends() {
  kernel_has_used_variables();
  core::StreamOrder::instance().end_launch({state.launch_start, state.now});
  restart_steps();
}

namespace {

// What every turn of a block begins with: nothing of what other blocks have done is ordered before it.
void begin_turn(std::uint64_t block) {
  forget_doubts();  // of a block that did not come to its end
  state.block_start = state.interval_start = ++state.now;
  if (std::exchange(state.acquired, false)) {
    std::fill_n(state.floor, kThreads, state.before_launch);
    for (std::uint32_t* const times : {state.unfenced, state.several}) std::fill_n(times, kThreads, 0U);
  }
  seen_relaxed().clear();
  forget_copies();
  state.spans_marked = false;
  state.returned = State::kNone;
  state.steps_before_block = steps_taken();
  if (state.blocks.size() < kMaxBlocks) state.blocks.push_back({state.now, block});
}

}  // namespace

void Checker::block_begins(std::uint64_t block) {
  begin_turn(block);
  ++state.blocks_begun;
  state.barriers = 0;
}

void Checker::block_waits_for_others(std::uint64_t block) {
  report_doubts();
  if (!core::watch.in_cluster) keep_waiting_block(block);
}

// What is done before the barrier comes before all that is done behind it, as between two launches.
void Checker::grid_barrier_released() {
  state.phase_start = ++state.now;
  if (state.beside.empty()) state.before_launch = state.phase_start - 1;
  state.acquired = true;  // all floors rise
  forget_divided_cells(state.before_launch);
  state.blocks.clear();
  ++state.barriers;
  look_at_grid_barrier();
}

void Checker::block_continues(std::uint64_t block) {
  begin_turn(block);
  state.interval_start = ++state.now;  // behind what the block's cells get
  restore_waiting_block(block);
  forget_barriers_of_block();
}

void Checker::block_ends() {
  report_doubts();
  if (core::watch.in_cluster) cluster_block_ends();
}

void Checker::barrier_released() {
  report_doubts();
  ++state.barriers;
  look_at_barrier();
  if (state.returned == State::kNone) state.returned = first_returned();
  if (state.returned != State::kNone) {
    core::keep_returned(state.returned);
    tell_of_returned();
  }
  state.interval_start = ++state.now;
  if (!state.acquired) return;
  for (std::uint32_t* const floors : {state.floor, state.several})
    std::fill_n(floors, state.threads, *std::max_element(floors, floors + state.threads));
}

void Checker::warp_operation_completed(unsigned warp, unsigned lanes, bool syncs) {
  if (!syncs) return;
  share_what_barriers_gave(warp * 32, 32, lanes);
  const auto for_each = [&](const auto& visit) {
    for (unsigned left = lanes; left != 0; left &= left - 1) {
      visit(warp * 32 + static_cast<unsigned>(std::countr_zero(left)));
    }
  };
  for (std::uint32_t* const floors : {state.floor, state.several}) {
    if (!state.acquired) break;
    std::uint32_t highest = 0;
    for_each([&](unsigned t) { highest = std::max(highest, floors[t]); });
    for_each([&](unsigned t) { floors[t] = highest; });
  }
  if ((core::Scheduler::instance().living_lanes(warp) & ~lanes) == 0) {
    state.warp_floor[warp] = state.now++;
    return;
  }
  std::uint32_t joined[32] = {};
  for_each([&](unsigned t) {
    for (unsigned i = 0; i < 32; ++i) joined[i] = std::max(joined[i], state.seen[t][i]);
  });
  for_each([&](unsigned t) { joined[t % 32] = state.now; });
  for_each([&](unsigned t) { std::copy_n(joined, 32, state.seen[t]); });
  ++state.now;
}

void Checker::tile_operation_completed(unsigned first, unsigned size, bool syncs) {
  if (!syncs) return;
  share_what_barriers_gave(first, size, ~0U);
  for (std::uint32_t* const floors : {state.floor, state.several}) {
    if (!state.acquired) break;
    const auto begin = floors + first, end = floors + std::min(first + size, state.threads);
    std::fill(begin, end, *std::max_element(begin, end));
  }
  for (unsigned i = 0; i < State::kTileSizes; ++i) {
    if (size == 64U << i) state.tile_floor[i][first / size] = state.last_tile = state.now;
  }
  ++state.now;
}

void Checker::fence(unsigned thread, bool of_block) {
  state.fenced[thread] = state.now;
  if (!of_block) state.fenced_for_all[thread] = state.now;
  ++state.now;  // what follows is not released
  if (const auto relaxed = seen_relaxed().extract(thread))
    acquire(thread, relaxed.mapped().several, relaxed.mapped().handed.get());
  const bool of_other_block = state.unfenced[thread] < state.block_start;
  if (state.unfenced[thread] <= state.floor[thread] || (of_block && of_other_block)) return;
  state.floor[thread] = state.unfenced[thread];
  state.acquired = true;
}

void Checker::launch_before_awaited(unsigned thread) {
  state.floor[thread] = std::max(state.floor[thread], state.launch_start - 1);
  state.acquired = true;
}

namespace {

// What of a thread is released by a fence: what came before it, and what a barrier has handed on since then.
// Nothing by one of an earlier block's.
std::uint32_t released_by(std::uint32_t fence, unsigned me) {
  if (fence < state.block_start) return 0;
  return std::max({fence, state.interval_start - 1, state.warp_floor[me / 32]});
}

}  // namespace

std::uint32_t synchronise(Cell& cell, const Access& access) {
  note_question(access);
  const unsigned me = access.thread;
  const std::uint32_t writer = cell.where[kWriter];
  const bool is_of_block = cell.time[kWriter] >= state.block_start;
  const bool is_near = is_of_block || ((writer & kOfBlockScope) == 0 && (access.order & kOfItsBlock) == 0);
  const bool sees_release = access.kind != AccessKind::Write && (writer & kReleased) != 0 && is_near &&
                            (cell.time[kWriter] >= state.launch_start || is_beside(cell.time[kWriter]));
  // What states no order, CUDA's own atomics, is taken for having the fence that belongs behind it.
  const bool acquires = (access.order & simt::kStated) == 0 || (access.order & kAcquires) != 0;
  Release seen = sees_release ? releases()[&cell] : Release{};
  const std::uint32_t before = is_of_block ? seen.to_block : seen.to_all;
  const std::uint32_t floor = is_of_block ? seen.floor : seen.to_all;
  if (floor > state.floor[me]) {
    (acquires ? state.floor : state.unfenced)[me] = floor;
    state.acquired = true;
  }
  if (is_of_block && before != 0) {
    if (acquires) {
      acquire(me, before, seen.handed.get());
    } else {
      Seen& relaxed = seen_relaxed()[me];
      relaxed = {std::max(relaxed.several, before), joined(relaxed.handed, seen.handed)};
    }
  }
  const bool atomic = access.kind == AccessKind::Atomic;
  if (access.kind != AccessKind::Read) cell.contention = contention(cell, access);
  if (atomic) {
    atomic_follows(access);
    for (const unsigned reader : {kFirstReader, kSecondReader}) {
      if (cell.thread[reader] == me && cell.time[reader] >= state.block_start) cell.where[reader] |= kAtomic;
    }
  }
  std::uint32_t flags = atomic || access.order != 0 ? kAtomic : kVolatile;
  if ((access.order & kOfItsBlock) != 0) flags |= kOfBlockScope;
  if (access.kind == AccessKind::Read) return flags;
  // An atomic hands on what the value that it replaces has released.
  const bool is_whole = (access.order & kReleases) != 0;
  Release own;
  own.to_all = is_whole ? state.now : released_by(state.fenced_for_all[me], me);
  own.to_block = is_whole ? state.now : released_by(state.fenced[me], me);
  std::shared_ptr<Handed> replaced;  // by an atomic
  if (atomic && is_of_block) replaced = std::move(seen.handed);
  if (own.to_block != 0) {
    own.floor = state.floor[me];
    if (state.interval_start > state.block_start) own.floor = std::max(own.floor, state.interval_start - 1);
    const std::uint32_t until = is_whole ? state.now : state.fenced[me];
    if (replaced != nullptr) releases()[&cell].handed.reset();
    own.handed = handed_by(me, until, std::move(replaced));
  } else {
    own.handed = std::move(replaced);
  }
  if (atomic) {
    if (own.to_all != 0 || seen.to_all != 0) own.to_all = std::max(own.to_all, before);
    own.to_block = std::max(own.to_block, before);
    own.floor = std::max(own.floor, floor);
  }
  if (own.to_block == 0) return flags;
  releases()[&cell] = std::move(own);
  return flags | kReleased;
}

void conflict(const Cell& cell, unsigned record, const Access& access, std::uint32_t where) {
  const std::uint32_t then = cell.where[record];
  if ((then & where & kBytes) == 0 || ordered(cell, record, access)) return;
  const bool is_plain_write = (cell.thread[record] & kPlainWrite) != 0;
  if (is_plain_write && (cell.where[kWriter] & kStrong) == 0) return;  // the writer stands for it
  if (both_strong(then, where, cell.time[record], access)) return;
  if (is_in_doubt(cell, record, access)) return;
  report_race(cell, record, access);
}

std::uint32_t bytes_of_same(const Cell& cell, unsigned record, unsigned thread, std::uint32_t where) {
  const std::uint32_t time = cell.time[record];
  if (cell.thread[record] != thread || time < state.interval_start) return 0;
  if (((cell.where[record] & kStrong) == 0) != ((where & kStrong) == 0)) return 0;
  return time == state.now || !handed_on_since(thread, time) ? cell.where[record] & kBytes : 0;
}

void second_reader(Cell& cell, unsigned me, bool is_shared, std::uint32_t where) {
  const bool is_strong = (where & kStrong) != 0;
  const auto is_needed = [&](unsigned record) {
    if (!may_race(cell.time[record], is_shared)) return false;
    const bool is_write = record == kSecondReader && keeps_plain_write(cell);
    return is_write ? (cell.where[kWriter] & kStrong) != 0 : is_strong && (cell.where[record] & kStrong) == 0;
  };
  unsigned record = kSecondReader;
  if (!is_needed(kFirstReader) && ordered(cell, kFirstReader, me, is_shared)) {
    record = kFirstReader;  // by the warp: this read stands for both
  } else if (is_needed(kSecondReader)) {
    return;
  } else if (is_strong || (cell.where[kSecondReader] & kStrong) == 0) {
    // Of three, two of different warps are kept: a writer of either warp is found by the other.
    const unsigned first = cell.thread[kFirstReader], second = cell.thread[kSecondReader] & kNumber;
    if (!ordered(cell, kSecondReader, me, is_shared) &&
        (cell.time[kSecondReader] < state.block_start || first / 32 != second / 32 || first / 32 == me / 32))
      return;
  }
  if ((cell.where[record] & ~where & kBytes) != 0) where |= bytes_of_same(cell, record, me, where);
  cell.time[record] = state.now;
  cell.thread[record] = static_cast<std::uint16_t>(me);
  cell.where[record] = where;
}

void strong_reader(Cell& cell, const Access& access, std::uint32_t where) {
  if (keeps_plain_write(cell)) conflict(cell, kSecondReader, access, where);
  second_reader(cell, access.thread, is_private(access), where);
}

void keep_plain_write(Cell& cell, bool is_shared) {
  const std::uint32_t time = cell.time[kWriter];
  if ((cell.where[kWriter] & kStrong) != 0 || time == kUnderWay || !may_race(time, is_shared)) return;
  // Who races with this write races with a plain reader that has come after it.
  const bool is_plain_reader = (cell.where[kSecondReader] & kStrong) == 0 && !keeps_plain_write(cell);
  if (is_plain_reader && cell.time[kSecondReader] > time) return;
  cell.time[kSecondReader] = time;
  cell.thread[kSecondReader] = static_cast<std::uint16_t>(cell.thread[kWriter] | kPlainWrite);
  cell.where[kSecondReader] = cell.where[kWriter];
}

// Whether any byte of the access has been written. A copy of a struct reads its padding, too, and members
// that nobody has set or will use.
bool reads_a_value(const Access& access) {
  const bool is_shared = access.space == Space::Shared;
  const core::Allocation* const allocation = access.allocation;
  if (!is_shared && access.address < allocation->filled_end &&
      access.address + access.bytes > allocation->filled_begin)
    return true;
  const std::uintptr_t begin = access.address - (is_shared ? core::watch.shared_begin : allocation->begin);
  const Cell* const cells =
      is_shared ? cells_of_shared(access.rank) : static_cast<const Cell*>(allocation->shadow.begin());
  for (std::uintptr_t at = begin; at < begin + access.bytes; ++at) {
    const Cell& cell = cells[at / kCellSpan];
    const bool stale = is_private(access) && cell.time[kWriter] < state.block_start;
    if (!stale && (cell.written >> at % kCellSpan & 1U) != 0) return true;
  }
  return false;
}

void uninitialised(const Access& access, Cell& cell) {
  if (reads_a_value(access)) return;
  report_uninitialised(access);
  // Said once: what follows from it is not the reader's fault. Shared memory's cell belongs to this block
  // now.
  if (!is_private(access)) cell.written = kBytes;
}

}  // namespace simt::check
