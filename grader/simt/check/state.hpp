// The checkers' clock: what is ordered before the running thread's accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cell.hpp"
#include "simt/core/stream_order.hpp"
#include "simt/core/watch.hpp"

namespace simt::check {

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
  // The last __syncwarp of all of a warp's threads; and per thread its order after each lane of its warp.
  std::uint32_t warp_floor[kThreads / 32] = {};
  std::uint32_t seen[kThreads][32] = {};
  // The last sync() of each tile of 64, 128, ... threads.
  static constexpr unsigned kTileSizes = 4;
  std::uint32_t tile_floor[kTileSizes][kThreads / 64] = {};
  std::uint32_t last_tile = 0;              // the highest of these
  std::uint32_t fenced[kThreads + 1] = {};  // when the thread last passed a fence
  // Relaxed loads of <cuda/atomic> by the thread: ordered from its next fence on.
  std::uint32_t unfenced[kThreads + 1] = {};
  std::uint32_t arrived[kThreads + 1] = {};  // when the thread last arrived at a counting barrier
  std::uint32_t copy_fence = 0;              // when a thread last fenced memory for copies
  bool acquired = false;                     // some thread of the block has a separate floor

  std::uint64_t kernels_launched = 0;  // by the grid's threads
  std::uint64_t steps_before_block =
      0;  // of the launch: those of the blocks that ended before this one began

  std::vector<Cell> shared;  // of the attached module's segment
  std::size_t dynamic_begin = 0, dynamic_bytes = 0, dynamic_reserved = 0;
  bool spans_marked = false;    // LAB_SPAN, by this block
  bool copies_started = false;  // into shared memory, since this was cleared

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

[[nodiscard]] inline std::uint32_t place_of(std::uintptr_t pc) {
  const std::uintptr_t offset = pc - core::watch.text_begin;
  return offset <= kMaxPlace ? static_cast<std::uint32_t>(offset) : 0;
}

}  // namespace simt::check
