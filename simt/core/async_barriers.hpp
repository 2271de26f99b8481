// The running block's barriers that count arrivals and bytes, and its copies in flight. Copies are made when
// a thread has waited for them: earlier reads don't see them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "scheduler.hpp"

namespace simt::core {

struct AsyncBarrier {
  unsigned slot = 0;           // among the block's barriers, in order of creation
  std::uint64_t arrivals = 0;  // of a phase
  std::uint64_t missing = 0;   // in the running phase
  std::int64_t bytes = 0;      // announced but missing, in the running phase
  std::uint64_t phase = 0;     // the running one
};

/// A copy by the copy engine, from its start by a thread until one has waited for it.
struct BulkCopy {
  std::uintptr_t to, from;
  std::size_t bytes;
  bool to_shared;      // and arrives on a barrier; the others go from shared to global memory
  unsigned thread;     // that started it
  std::uintptr_t pc;   // where
  std::uint64_t part;  // the phase that it arrives in, or its group
  unsigned slot = 0;   // of its barrier
  bool has_read = false;
  std::vector<unsigned char> data = {};  // what it has read
};

using finding::BarrierUse;

class AsyncBarriers {
 public:
  static AsyncBarriers& instance();
  static constexpr std::uint64_t kMost = (1U << 20) - 1;  // arrivals of a phase, bytes announced in one

  void make(std::uintptr_t address, std::uint64_t arrivals, const Site& site);
  void expect(std::uintptr_t address, std::uint64_t bytes, const Site& site);
  /// Returns the phase.
  std::uint64_t arrive(std::uintptr_t address, std::uint64_t arrivals, std::uint64_t bytes, bool drops,
                       const Site& site);
  /// Whether the phase is over; waits like Scheduler::wait_for_phase. Makes its copies.
  bool wait(std::uintptr_t address, std::uint64_t phase, bool is_parity, bool insists, const Site& site);
  /// Ends the run for an uninitialised barrier.
  AsyncBarrier& at(std::uintptr_t address, BarrierUse use, const Site& site);
  /// The same, for a thread that is about to arrive. While accesses are counted, others catch up first.
  AsyncBarrier& at_arrival(std::uintptr_t address, const Site& site);

  /// Starts a copy that arrives on the barrier, or one of the running thread's group.
  void start(BulkCopy copy, std::uintptr_t barrier, const Site& site);
  void commit();
  void wait_for_groups(std::uint64_t newest, bool reads);
  /// The block is over: makes copies from shared memory; reports copies that were not waited for to the
  /// checkers.
  void end_block();

  /// One that a thread waits for.
  [[nodiscard]] const AsyncBarrier& awaited(std::uintptr_t address) const {
    return now_.barriers.at(address);
  }

 private:
  void begin_block();
  void complete(std::uintptr_t address, AsyncBarrier& barrier);
  static void read(BulkCopy& copy);
  static void land(const BulkCopy& copy);

  struct OfBlock {
    std::map<std::uintptr_t, AsyncBarrier> barriers;
    unsigned slots = 0;
    std::vector<BulkCopy> under_way;
    std::map<unsigned, std::uint64_t> groups;  // each thread's uncommitted one
    std::set<unsigned> held;                   // threads that others have caught up with, before they arrive
  };
  std::uint64_t block_ = ~std::uint64_t{0};
  OfBlock now_;                                 // of that block
  std::map<std::uint64_t, OfBlock> set_aside_;  // of blocks that wait for their grid
};

/// "full[0] (shared)": 8 bytes of shared memory.
[[nodiscard]] finding::Memory barrier_name(std::uintptr_t address);

}  // namespace simt::core
