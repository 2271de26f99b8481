// The events of a launch that order accesses; accesses themselves come through events.hpp.
#pragma once

#include "simt/core/events.hpp"

namespace simt::check {

class Checker final : public core::Listener {
 public:
  // launches.cpp
  void launch_called(std::uintptr_t pc) override;

  // host_values.cpp
  void module_attached() override;

  // races.cpp
  void launch_begins(const LaunchRecord& launch) override;
  void launch_ends() override;
  void block_begins(std::uint64_t block) override;
  void block_ends() override;
  void barrier_released() override;
  void cluster_begins(unsigned blocks) override;
  void cluster_barrier_released() override;
  void block_waits_for_others(std::uint64_t block) override;
  void grid_barrier_released() override;
  void block_continues(std::uint64_t block) override;
  void warp_operation_completed(unsigned warp, unsigned lanes, bool syncs) override;
  void tile_operation_completed(unsigned first, unsigned size, bool syncs) override;
  void fence(unsigned thread, bool of_block) override;
  void launch_before_awaited(unsigned thread) override;

  // async_copies.cpp
  void arrived_at_barrier(unsigned thread, unsigned slot) override;
  void last_arrives(unsigned thread, unsigned slot) override;
  void phase_completed(unsigned slot) override;
  void phase_seen(unsigned thread, unsigned slot) override;
  void copy_starts(const core::BulkCopy& copy) override;
  void copy_has_read(const core::BulkCopy& copy) override;
  void copy_landed(const core::BulkCopy& copy) override;
  void copy_left_behind(const core::BulkCopy& copy) override;
  void fence_before_copies() override;
  void own_copy_starts(unsigned thread, std::uintptr_t to, std::size_t bytes, std::uintptr_t pc) override;
  void own_copy_ends(unsigned thread, std::uintptr_t to, std::size_t bytes) override;

  // faults.cpp
  void host_wrote(core::Allocation& allocation, std::uintptr_t begin, std::uintptr_t end) override;
  void host_uses_variables(core::Bounds bounds, std::uintptr_t pc) override;
};

}  // namespace simt::check
