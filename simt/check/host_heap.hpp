// The heap of host code that may use only its own memory: arrays of malloc and new, with bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>

namespace simt::check {

/// Of a block, in findings.
inline constexpr const char* kHeapName = "heap";

class HostHeap {
 public:
  static constexpr std::size_t kMostAlignment = std::size_t{1} << 20;

  struct Block {
    std::uintptr_t begin = 0, end = 0;
    void* whole = nullptr;  // with the gaps around it; null for adopted memory
    std::size_t taken = 0;  // of the arena
    bool live = true;       // freed blocks are kept for a while, to recognise accesses to them

    [[nodiscard]] bool holds(std::uintptr_t address, std::size_t bytes) const {
      return address >= begin && address <= end && bytes <= end - address;
    }
  };

  static HostHeap& instance();

  /// Aligned memory that is filled with a pattern; null if there is no room.
  [[nodiscard]] void* allocate(std::size_t bytes, std::size_t alignment);
  /// False for memory that is no block, or was freed before.
  [[nodiscard]] bool release(void* memory);
  /// Memory that the C++ library allocated is a block, too, until disown().
  void adopt(void* memory, std::size_t bytes);
  void disown(void* memory);
  [[nodiscard]] bool has_adopted(void* memory) const;
  /// The block that contains the address, or is nearly hit; null otherwise.
  [[nodiscard]] const Block* near(std::uintptr_t address) const;
  [[nodiscard]] const std::map<std::uintptr_t, Block>& blocks() const { return blocks_; }

 private:
  void forget_freed(std::size_t bytes_to_keep);

  std::map<std::uintptr_t, Block> blocks_;  // by their beginnings
  std::deque<std::uintptr_t> freed_;        // oldest first
  std::size_t freed_bytes_ = 0;
};

}  // namespace simt::check
