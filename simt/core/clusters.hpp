// The blocks of a thread block cluster, which may wait for each other and use each other's shared memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <simt/vector_types.hpp>
#include <utility>
#include <vector>

#include "mapping.hpp"
#include "order.hpp"
#include "scheduler.hpp"

namespace simt::core {

/// The shared memory of a cluster's blocks at the addresses that the other blocks have for it.
class ClusterMemory {
 public:
  static ClusterMemory& instance();

  /// Prepares for clusters of so many blocks. False without memory.
  [[nodiscard]] bool prepare(unsigned blocks);
  /// All blocks have uninitialised shared memory with so many dynamic bytes.
  void begin_cluster(std::size_t dynamic_bytes, std::uint8_t poison);
  /// The block's shared memory is used at its own addresses until end_turn(), and not here.
  void begin_turn(unsigned rank, std::size_t dynamic_bytes);
  void end_turn(unsigned rank, std::size_t dynamic_bytes);

  /// The address for the running block of what has this address in the shared memory of block `rank`.
  [[nodiscard]] std::uintptr_t address(std::uintptr_t own, unsigned rank) const;
  /// The block of whose shared memory this is an address; the running one's rank for its own.
  [[nodiscard]] unsigned rank_of(std::uintptr_t address) const;
  [[nodiscard]] unsigned blocks() const { return static_cast<unsigned>(pages_.bytes() / stride_); }

  /// The running thread arrives at the cluster's barrier, or waits for it. False if it is not its turn to.
  [[nodiscard]] bool arrives() { return !std::exchange(has_arrived(), true); }
  [[nodiscard]] bool waits() { return std::exchange(has_arrived(), false); }

 private:
  void protect(unsigned rank, bool closed) const;
  [[nodiscard]] bool& has_arrived();

  Mapping pages_;
  std::size_t stride_ = 0;
  unsigned running_ = 0;
  std::unique_ptr<bool[]> arrived_;  // by thread of the cluster: and has not waited since
};

/// The clusters of a launch, one after another.
class Clusters {
 public:
  Clusters(const dim3& shape, std::size_t dynamic_bytes, std::uint8_t poison)
      : shape_(shape), dynamic_bytes_(dynamic_bytes), poison_(poison) {}

  /// Runs each block of a cluster up to its next cluster barrier, then the cluster's next block, until all
  /// have ended. False if a rule was broken, or a thread has ended the kernel.
  [[nodiscard]] bool run(Order order, std::uint64_t launch);

 private:
  struct Member {
    std::uint64_t block = 0;  // its number in the grid
    unsigned rank = 0;
    bool waits = false;  // for the cluster
    KeptBlock kept;
  };
  [[nodiscard]] bool run_cluster();
  [[nodiscard]] bool run_turn(Member& member);

  dim3 shape_;
  std::size_t dynamic_bytes_;
  std::uint8_t poison_;
  std::vector<Member> members_;  // of the running cluster, in the order in which they run
};

/// The rank in its cluster of the running kernel's block `blockIdx`; 0 without clusters.
[[nodiscard]] unsigned rank_in_cluster();

}  // namespace simt::core
