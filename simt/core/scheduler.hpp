// Runs the threads of one block, one after another in a reproducible order, and holds them while they wait
// for each other.
#pragma once

#include <simt/barrier.hpp>
#include <simt/call_site.hpp>
#include <simt/driver_types.hpp>
#include <simt/engine.hpp>
#include <simt/vector_types.hpp>
#include <simt/warp.hpp>
#include <utility>
#include <vector>

#include "fibers.hpp"
#include "order.hpp"
#include "steps.hpp"
#include "thread_set.hpp"
#include "watch.hpp"

namespace simt::core {

/// A place in the source where threads wait.
struct Site {
  Site() = default;
  explicit Site(CallSite site) : file(site.file), line(site.line) {}

  const char* file = nullptr;
  int line = 0;
  [[nodiscard]] bool operator==(const Site& other) const;
};

[[nodiscard]] finding::Site site_of(const Site& site);

/// For which other blocks the threads of a block may wait.
enum class BlocksWait : unsigned char { never, for_grid, for_cluster };

/// How many of x, y and z a launch uses.
[[nodiscard]] inline std::uint32_t dimensions(const dim3& shape) {
  return shape.z != 1 ? 3 : shape.y != 1 ? 2 : 1;
}

/// A block whose threads all wait for other blocks, without its shared memory.
struct KeptBlock {
  std::uint64_t number = 0;  // of running_block()
  Site site;                 // where they wait
  ThreadSet alive;           // those that have not returned
  unsigned living = 0;       // their number
  KeptStacks stacks;
  std::vector<WrittenParameters> written;
  Steps::Places places;  // only of threads that run in step
};

class Scheduler {
 public:
  /// The only one of the process: one kernel runs at a time, on one OS thread. Never destroyed: a process may
  /// end inside a kernel.
  static Scheduler& instance();

  /// Prepares for blocks of this shape. False without memory for the stacks.
  [[nodiscard]] bool prepare(const dim3& block, BlocksWait blocks_wait, const ScheduleOrder& order,
                             void (*body)(void*), void* context);

  /// Runs a block to its end, or until all its threads wait for other blocks. False if a rule was broken, or
  /// a thread has ended the kernel; see `found()` and `kernel_error()`.
  [[nodiscard]] bool run_block();
  /// Whether the last block that ran waits for other blocks.
  [[nodiscard]] bool waits_for_others() const { return living_ != 0; }
  /// Keeps that block, so that others can run. False without memory.
  [[nodiscard]] bool keep_block(KeptBlock& kept);
  void restore_block(const KeptBlock& kept);
  /// All blocks that it waits for wait: continues the block that was restored last, as run_block().
  [[nodiscard]] bool continue_block();
  /// Ends the launch with a violation while no thread runs.
  void break_grid(const Finding& found);
  /// Whether other blocks may run before the running one has ended.
  [[nodiscard]] bool keeps_blocks() const { return blocks_wait_ != BlocksWait::never; }
  [[nodiscard]] bool is_cooperative() const { return blocks_wait_ == BlocksWait::for_grid; }

  [[nodiscard]] bool in_kernel() const { return current_ != Fibers::kHost && is_followed(); }
  /// Between two launches, before another OS thread launches.
  void forget_fibers() { fibers_.abandon(); }
  [[nodiscard]] const Finding& found() const { return found_; }
  /// The device's error after a thread has ended a kernel; cudaSuccess after a broken rule.
  [[nodiscard]] cudaError_t kernel_error() const { return kernel_error_; }

  [[nodiscard]] unsigned threads() const { return threads_; }  // of a block
  /// The running thread's number in its block.
  [[nodiscard]] unsigned running() const { return current_; }
  /// A thread of the running block, for a finding that leaves out its block.
  [[nodiscard]] finding::Agent agent(unsigned thread) const;
  /// The same with its block.
  [[nodiscard]] finding::Agent agent_with_block(unsigned thread) const;
  /// Where a thread that has not returned waits, or last waited; null for one that has returned.
  [[nodiscard]] const Site* waits_at(unsigned thread) const {
    return alive_.has(thread) ? &sites_[thread] : nullptr;
  }
  /// The first thread that has not returned.
  [[nodiscard]] unsigned first_living() const { return alive_.first(); }
  /// The lanes of a warp that have not returned.
  [[nodiscard]] unsigned living_lanes(unsigned warp) const { return alive_.warp(warp); }
  /// Increases with every block.
  [[nodiscard]] std::uint64_t blocks_run() const { return blocks_run_; }
  /// What blocks_run() was when the running block began.
  [[nodiscard]] std::uint64_t running_block() const { return running_block_; }
  /// Increases whenever a block begins or continues.
  [[nodiscard]] std::uint64_t turns() const { return turns_; }

  // Called by kernels, on a fiber.
  BarrierVotes barrier(int predicate, Site site);
  /// Of a grid or a cluster.
  void barrier_of_blocks(Site site);
  unsigned long long warp_exchange(WarpOp op, unsigned mask, unsigned long long value, int source, Site site);
  unsigned active_mask(Site site);
  /// For tiles smaller than the block.
  unsigned long long tile_exchange(WarpOp op, unsigned size, unsigned long long value, unsigned source,
                                   Site site);
  void yield();
  void may_spin();
  /// Holds the thread until no other one of its block can run. So threads reach their atomics together, as on
  /// a GPU: none sees effects of much later code, or learns the others' progress from its turn.
  void let_others_catch_up();
  /// Waits until phase_completed() is called for this barrier, and returns true. Without `insists`, returns
  /// false if no thread of the block can run before this one does something else.
  [[nodiscard]] bool wait_for_phase(std::uintptr_t barrier, bool insists, Site site);
  void phase_completed(std::uintptr_t barrier);
  /// Something has happened that threads may wait for.
  void made_progress() { fruitless_ = 0; }
  /// For threads that run in step: the running one has reached this place, and, before an access, waits until
  /// no other is behind it.
  void come_to(std::uintptr_t frame, std::uintptr_t pc) { steps_.come_to(current_, frame, pc); }
  void wait_for_those_behind();
  /// The same where it begins a basic block; at the end of a loop it waits, too.
  void come_to_block(std::uintptr_t frame, std::uintptr_t pc) {
    if (steps_.goes_back(current_, frame, pc)) wait_for_those_behind();
    come_to(frame, pc);
  }
  [[nodiscard]] int lane() const { return static_cast<int>(current_ % 32); }
  /// Ends the block with a violation; for rules that only the running thread breaks.
  [[noreturn]] void fail(const Finding& found);
  /// Ends the kernel, as a failed assertion or a trap does; the host's program continues.
  [[noreturn]] void end_kernel(cudaError_t error, const Finding& found) {
    if (!broken_) kernel_error_ = error;
    fail(found);
  }
  // Ends the running thread at its current place.
  [[noreturn]] void park();

 private:
  enum class Wait : unsigned char { None, Block, Warp, Tile, Mask, Phase, Blocks };
  struct Lane {
    unsigned long long value = 0;
    unsigned long long result = 0;
    unsigned mask = 0;
    int source = 0;
    WarpOp op = WarpOp::Sync;
  };

  struct Warp {
    unsigned waiting = 0;  // lanes that wait in a warp operation
    unsigned mask = 0;     // the mask of the first,
    WarpOp op = WarpOp::Sync;
    bool uniform = true;  // and whether the others had the same
  };

  static void fiber_main();
  void begin_turn(const ThreadSet& alive, unsigned living);
  void watch_thread(unsigned thread) const;
  void watch_frames(unsigned thread) const;
  [[nodiscard]] bool all_wait_for_others() const;
  void thread_ended();
  [[nodiscard]] bool begins_on_this_fiber();
  void switch_to(unsigned next);
  void switch_to_next_ready();
  void wait();                           // the same, out of line
  [[nodiscard]] unsigned next_ready();   // after the running thread
  [[nodiscard]] unsigned first_ready();  // when all start again
  void release_barrier();
  bool complete_warp_op(unsigned warp, unsigned mask);
  [[nodiscard]] bool agree(unsigned warp, unsigned members, unsigned mask) const;
  void release_masks();
  void release_held();
  void complete_tile_op(unsigned size);  // of the running thread's tile, if it is complete
  void exchange_in_tile(unsigned first, unsigned end);
  void exchange(unsigned warp, unsigned members);
  void note_undefined(unsigned thread, int source) const;
  [[noreturn]] void refuse_part_of_warp(unsigned warp, unsigned members);
  [[nodiscard]] bool release_askers();
  [[nodiscard]] finding::Access waiting(unsigned thread) const;
  [[noreturn]] void report_stuck();
  [[noreturn]] void report_deadlock(unsigned first);
  [[noreturn]] void report_blocks(unsigned first);
  [[noreturn]] void report_masks(unsigned first);
  [[noreturn]] void refuse_mask(const Site& site);

  Fibers fibers_;
  // A thread's own fiber, or that of one that has ended, if accesses are not watched: most kernels have no
  // barrier, and a switch takes longer than their threads.
  std::uint16_t fiber_of_[kMaxThreads + 1];
  bool has_borrowed_ = true;  // some thread runs on another's fiber
  unsigned begun_ = 0;        // forward, and before all have begun: the last thread that has
  std::uintptr_t frames_begin_[kMaxThreads] = {};  // of threads that have begun
  std::uintptr_t stack_ends_[kMaxThreads] = {};    // of what they may access
  uint3 ids_[kMaxThreads] = {};
  Site sites_[kMaxThreads];
  Wait waits_[kMaxThreads] = {};
  Lane lanes_[kMaxThreads];
  Warp warps_[kMaxThreads / 32];

  ThreadSet ready_, alive_;
  Steps steps_;
  ThreadSet held_;               // by let_others_catch_up
  ThreadSet at_mask_, at_tile_;  // waiting in active_mask and tile_exchange
  bool has_tiles_ = false;       // some thread of the block has waited in tile_exchange
  unsigned tile_sizes_[kMaxThreads] = {};
  ThreadSet at_phase_, asking_;               // waiting in wait_for_phase; and those that don't insist
  std::uintptr_t awaited_[kMaxThreads] = {};  // the barriers
  ScheduleOrder order_;
  dim3 block_;
  unsigned threads_ = 0;
  unsigned living_ = 0;
  BlocksWait blocks_wait_ = BlocksWait::never;
  unsigned at_blocks_ = 0;  // threads that wait for other blocks
  bool blocks_diverge_ = false;
  std::uint64_t blocks_run_ = 0, running_block_ = 0, turns_ = 0;
  unsigned current_ = Fibers::kHost;

  // The limit of apparent spin iterations before others get their turn: most don't wait.
  static constexpr unsigned kPatience = 8;
  unsigned spins_ = 0;  // of the running thread since the switch to it
  // The limit of spinning threads' turns before those in active_mask, or asking for a phase, are released.
  static constexpr unsigned kMaskPatience = 4096;
  unsigned mask_spins_ = 0;
  static constexpr unsigned kHeldPatience = 64;  // the same for those in let_others_catch_up
  unsigned held_spins_ = 0;
  // The limit of failed queries for a phase before a deadlock.
  static constexpr unsigned kMostFruitless = 1U << 16;
  unsigned fruitless_ = 0;  // since something happened last

  unsigned at_barrier_ = 0;
  unsigned first_at_barrier_ = 0;
  bool barrier_diverges_ = false;
  BarrierVotes votes_ = {}, result_ = {};  // of the filling barrier, and of the last released one

  void (*body_)(void*) = nullptr;
  void* context_ = nullptr;
  bool broken_ = false;
  Finding found_;
  cudaError_t kernel_error_ = cudaSuccess;
};

}  // namespace simt::core
