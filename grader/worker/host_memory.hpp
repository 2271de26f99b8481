// Host arrays between guard pages, so that a read outside ends the case and can be named.
#pragma once

#include "wire/message.hpp"

namespace mergelab::worker {

/// One array of a host lab. One end of the payload touches a page that can't be accessed; the other end's
/// slack holds zeros, or earlier values. The next problem of that size reuses the pages: an input is written
/// by a second mapping of them, since making pages writable and read-only again costs far more than a small
/// problem.
class GuardedArray {
 public:
  GuardedArray() = default;
  GuardedArray(const GuardedArray&) = delete;
  GuardedArray& operator=(const GuardedArray&) = delete;
  ~GuardedArray();

  /// Copies `content` in; afterwards the array is read-only unless `writable`. Throws std::system_error.
  void* place(std::span<const std::byte> content, wire::Placement placement, bool writable);
  [[nodiscard]] std::span<const std::byte> payload() const { return {payload_, bytes_}; }
  /// Whether the address is in the array or its guard pages.
  [[nodiscard]] bool covers(std::uintptr_t address) const;
  /// Bytes from the payload's start, negative before it.
  [[nodiscard]] std::ptrdiff_t offset_of(std::uintptr_t address) const;

 private:
  void map(std::size_t bytes, bool writable);
  void release();
  [[nodiscard]] std::byte* pages() const;

  std::byte* map_ = nullptr;      // guard, pages, guard
  std::byte* written_ = nullptr;  // where the pages can be written
  std::size_t pages_bytes_ = 0;
  bool writable_ = false;
  std::byte* payload_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace mergelab::worker
