// The checkers' clock: what is ordered before the running thread's accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/core/static_shared.hpp"
#include "simt/core/stream_order.hpp"
#include "simt/core/watch.hpp"

namespace simt::check {

// What the checkers remember of four bytes of memory: the last write and two reads. Times order everything: a
// counter moves on at every barrier, so that nothing is cleared between blocks and launches.

constexpr std::uintptr_t kCellSpan = 4;  // bytes of memory that a cell stands for

// Indices of the records in a cell. Two readers are enough to find a race with a third thread, or with
// either.
constexpr unsigned kWriter = 0, kFirstReader = 1, kSecondReader = 2, kRecords = 3;

// The low bits of `where`: which bytes of the cell, and how.
constexpr std::uint32_t kBytes = 0xf;
constexpr std::uint32_t kAtomic = 0x10;
constexpr std::uint32_t kReleased = 0x20;  // after a fence: who sees the value sees what came before
constexpr std::uint32_t kVolatile = 0x40;
constexpr std::uint32_t kOfBlockScope = 0x80;  // orders nothing between blocks
constexpr std::uint32_t kStrong = kAtomic | kVolatile;
constexpr unsigned kPlaceShift = 8;
constexpr std::uint32_t kMaxPlace = 0xffffff;

// Of the threads whose atomics nothing orders, a cell names the last one only, and where the others are. Its
// own number then has kOthers in it, so that a look at the number does not take the cell for its own.
enum Contention : std::uint8_t { kAlone, kOfWarp, kOfBlock, kOfGrid };
constexpr std::uint16_t kOthers = 0x8000;

// A plain write that atomics have come after. They do not race with one another, so that the last of them
// does not stand for it: it is kept in the second reader's place.
constexpr std::uint16_t kPlainWrite = 0x4000;
constexpr std::uint16_t kNumber = 0x3fff;  // the thread's, without these marks

// In the writer's place: the cell is divided, see divide().
constexpr std::uint16_t kDivided = 0x4000;

// A copy that a thread has started does not read and write as that thread does: until somebody has waited for
// it, nothing orders it. Those of a thread's groups, and those that arrive on one of the block's barriers,
// have numbers of their own in a cell.
constexpr std::uint16_t kGroupCopies = 0x1000, kBarrierCopies = 0x2000;
constexpr unsigned kBarrierSlots = 256;          // the barriers of a block that are told apart
constexpr std::uint32_t kUnderWay = 0xffffffff;  // the time of what no wait has ended yet

struct Cell {
  std::uint32_t time[kRecords];   // 0: no access yet
  std::uint32_t where[kRecords];  // the code's offset in its module << kPlaceShift | flags | bytes
  std::uint16_t thread[kRecords];
  std::uint8_t written;  // bytes that have a value; of shared memory, only if the writer is of this block
  Contention contention;
};
static_assert(sizeof(Cell) == 32, "shadow memory is eight times the memory it watches");

constexpr unsigned kThreads = 1024;

struct __attribute__((visibility("hidden"))) State {
  std::uint32_t now = 1;  // advances when anything is ordered
  std::uint32_t launch_start = 1, block_start = 1,
                interval_start = 1;       // an interval: from barrier to barrier
  std::uint32_t phase_start = 1;          // of the launch, or of its part after the last grid barrier
  std::uint32_t before_launch = 0;        // the phase's threads are ordered after this time
  std::vector<core::LaunchTimes> beside;  // earlier launches that they are not ordered after, in their order

  // Everything up to this time is ordered before the thread's accesses; at least the launches before.
  std::uint32_t floor[kThreads + 1] = {};
  // The times of releases that the thread has acquired. Of a cell that several threads update, only the last
  // is known: it counts as ordered up to here.
  std::uint32_t several[kThreads + 1] = {};
  // The last __syncwarp of all of a warp's threads; and per thread its order after each lane of its warp.
  std::uint32_t warp_floor[kThreads / 32] = {};
  std::uint32_t seen[kThreads][32] = {};
  // The last sync() of each tile of 64, 128, ... threads.
  static constexpr unsigned kTileSizes = 4;
  std::uint32_t tile_floor[kTileSizes][kThreads / 64] = {};
  std::uint32_t last_tile = 0;                      // the highest of these
  std::uint32_t fenced[kThreads + 1] = {};          // when the thread last passed a fence
  std::uint32_t fenced_for_all[kThreads + 1] = {};  // that is not of its block alone
  // Relaxed loads of <cuda/atomic> by the thread: ordered from its next fence on.
  std::uint32_t unfenced[kThreads + 1] = {};
  std::uint32_t arrived[kThreads + 1] = {};  // when the thread last arrived at a counting barrier
  std::uint32_t copy_fence = 0;              // when a thread last fenced memory for copies
  bool acquired = false;                     // some thread of the block has a separate floor

  std::uint64_t kernels_launched = 0;  // by the grid's threads
  std::uint64_t steps_before_block =
      0;  // of the launch: those of the blocks that ended before this one began

  std::vector<Cell> shared;             // of the attached module's segment
  std::vector<Cell> shared_of_cluster;  // the same for each block of the running cluster, by rank
  std::size_t dynamic_begin = 0, dynamic_bytes = 0, dynamic_reserved = 0;
  std::vector<core::SharedRange> static_shared;  // of the kernel
  core::SharedRange last_static;                 // the one of the last access
  bool spans_marked = false;                     // LAB_SPAN, by this block
  bool copies_started = false;                   // into shared memory, since this was cleared

  struct BlockStart {
    std::uint32_t time;
    std::uint64_t block;
  };
  std::uint64_t blocks_in_grid = 0, blocks_begun = 0;
  std::uint64_t barriers = 0;      // passed by the block
  std::vector<BlockStart> blocks;  // of this launch, up to kMaxBlocks of them
  unsigned threads = 0;
  static constexpr unsigned kNone = ~0U;
  unsigned returned = kNone;  // the first thread that had returned when others passed a barrier
};
extern State state __attribute__((visibility("hidden")));

/// The bytes from here on that the kernel has in shared memory, before the next ones that it has not; 0 if
/// none.
std::size_t shared_room_elsewhere(std::uintptr_t offset) __attribute__((visibility("hidden")));
[[nodiscard]] inline std::size_t shared_room(std::uintptr_t offset) {
  const std::uintptr_t in_dynamic = offset - state.dynamic_begin;
  if (in_dynamic < state.dynamic_reserved) return state.dynamic_bytes - in_dynamic;
  const core::SharedRange& last = state.last_static;
  return offset - last.begin < last.end - last.begin ? last.end - offset : shared_room_elsewhere(offset);
}

[[nodiscard]] inline std::uint32_t place_of(std::uintptr_t pc) {
  const std::uintptr_t offset = pc - core::watch.text_begin;
  return offset <= kMaxPlace ? static_cast<std::uint32_t>(offset) : 0;
}

}  // namespace simt::check
