// The blocks of a cooperative launch, which may wait for each other at a grid barrier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "order.hpp"
#include "scheduler.hpp"

namespace simt::core {

/// The memory that the waiting blocks of a launch may need in all.
constexpr std::size_t kMostKeptBytes = std::size_t{2} << 30;

/// Prepares shared memory and the built-in variables for a block that is about to run.
void begin_block(std::uint64_t block, std::size_t dynamic_bytes, std::uint8_t poison);
/// All threads of the running block have returned.
void end_block();

/// There is no memory for the threads of so many blocks, one of which has run last.
void report_no_memory_to_wait(std::uint64_t blocks);

class CooperativeGrid {
 public:
  CooperativeGrid(std::size_t dynamic_bytes, std::uint8_t poison)
      : dynamic_bytes_(dynamic_bytes), poison_(poison) {}

  /// Runs each block up to its next grid barrier, then the next block, until all have ended. False if a rule
  /// was broken, or a thread has ended the kernel.
  [[nodiscard]] bool run(const BlockOrder& order, std::uint64_t blocks);

 private:
  struct Waiting {
    std::uint64_t block = 0;
    KeptBlock kept;
    std::vector<char> shared;
  };

  /// With memory of a block that waits no more: to get it from the system takes as long as to copy it.
  [[nodiscard]] Waiting spare();
  [[nodiscard]] bool keep(Waiting& waiting);
  void restore(const Waiting& waiting);
  void report_deadlock(std::uint64_t ended);

  std::size_t dynamic_bytes_;
  std::uint8_t poison_;
  std::vector<Waiting> waiting_, spare_;
  std::size_t kept_bytes_ = 0;
};

}  // namespace simt::core
