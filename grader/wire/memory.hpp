// Memory that two processes share. It is sealed before it is passed, so that neither can shrink it under the
// other.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/descriptor.hpp"

namespace mergelab::wire {

/// A mapping of shared memory; unmapped by the destructor. Empty after a move.
class Mapping {
 public:
  Mapping() = default;
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  ~Mapping();
  /// Throws std::system_error.
  Mapping(int fd, std::size_t bytes, bool writable);
  [[nodiscard]] std::span<std::byte> bytes() const { return {data_, size_}; }
  /// Asks for large pages if the memory is large enough, for callers that go through all of it.
  void prefer_large_pages() const;

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Takes the pages of mapped memory at once if the kernel can, for callers that will write all of it; a page
/// fault for each of many pages costs more.
void populate(std::span<std::byte> memory);

/// A memory file of `bytes`, sealed against resizing. Throws std::system_error.
[[nodiscard]] base::Descriptor create_memory(std::size_t bytes);
/// Seals it against writing, irrevocably; no writable mapping may exist. Throws std::system_error.
void seal_against_writing(const base::Descriptor& memory);
/// Its contents. Its pages are given back as they are copied, so that both never take memory in full at once;
/// who else maps it may find zeros from then on. Throws std::system_error.
[[nodiscard]] std::vector<std::byte> taken(const base::Descriptor& memory, std::size_t bytes);
/// Whether the file is `bytes` long and sealed against resizing (and writing).
[[nodiscard]] bool is_sealed(int fd, std::size_t bytes, bool against_writing);

}  // namespace mergelab::wire
