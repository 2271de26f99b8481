// The barriers of the running block that count arrivals and bytes, and the copies that are under way in it.
// Copies are made when someone has waited for them: what is read before is not there yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "scheduler.hpp"

namespace simt::core {

struct AsyncBarrier {
  unsigned slot = 0;           // among the block's barriers, in the order in which they were made
  std::uint64_t arrivals = 0;  // of a phase
  std::uint64_t missing = 0;   // in the phase that runs
  std::int64_t bytes = 0;      // announced and not there yet, in the phase that runs
  std::uint64_t phase = 0;     // the one that runs
};

/// A copy by the copy engine, from when a thread starts it until one has waited for it.
struct BulkCopy {
  std::uintptr_t to, from;
  std::size_t bytes;
  bool to_shared;      // and so arrives on a barrier; the others go from shared to global memory
  unsigned thread;     // started it
  std::uintptr_t pc;   // where
  std::uint64_t part;  // the phase that it arrives in, or the group that it is of
  unsigned slot = 0;   // of its barrier
  bool has_read = false;
  std::vector<unsigned char> data = {};  // what it has read
};

class AsyncBarriers {
 public:
  static AsyncBarriers& instance();
  static constexpr std::uint64_t kMost = (1U << 20) - 1;  // arrivals of a phase, bytes announced in one

  void make(std::uintptr_t address, std::uint64_t arrivals, const Site& site);
  void expect(std::uintptr_t address, std::uint64_t bytes, const Site& site);
  /// Returns the phase.
  std::uint64_t arrive(std::uintptr_t address, std::uint64_t arrivals, std::uint64_t bytes, bool drops,
                       const Site& site);
  /// Whether the phase is over; waits as Scheduler::wait_for_phase does. Copies that arrived in it are made.
  bool wait(std::uintptr_t address, std::uint64_t phase, bool is_parity, bool insists, const Site& site);
  /// Ends the run for a barrier that nobody has made; `does` as in "arrives at".
  AsyncBarrier& at(std::uintptr_t address, const char* does, const Site& site);

  /// Starts a copy that arrives on the barrier, or one of the running thread's group.
  void start(BulkCopy copy, std::uintptr_t barrier, const Site& site);
  void commit();
  void wait_for_groups(std::uint64_t newest, bool reads);
  /// The block is over: copies from shared memory are made; the checkers are told of those that nobody waited
  /// for.
  void end_block();

  /// "which lacks 1 of 2 arrivals and 512 bytes"
  [[nodiscard]] std::string lack(std::uintptr_t address) const;

 private:
  void begin_block();
  void complete(std::uintptr_t address, AsyncBarrier& barrier);
  static void read(BulkCopy& copy);
  static void land(const BulkCopy& copy);
  [[noreturn]] void refuse(const char* does, std::uintptr_t address, const Site& site,
                           const std::string& why);

  std::uint64_t block_ = ~std::uint64_t{0};  // whose barriers these are
  std::map<std::uintptr_t, AsyncBarrier> barriers_;
  unsigned slots_ = 0;
  std::vector<BulkCopy> under_way_;
  std::map<unsigned, std::uint64_t> groups_;  // of each thread: the one that is not committed
};

/// "full[0] (shared)": 8 bytes of shared memory.
[[nodiscard]] std::string barrier_name(std::uintptr_t address);

}  // namespace simt::core
