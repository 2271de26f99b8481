// The location of the attached module's shared memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt::core {

/// A block's shared memory: the module's thread-local segment, with the dynamic array in it.
class SharedMemory {
 public:
  static SharedMemory& instance();

  void attach(void* module);

  /// Bytes of all __shared__ variables of the module except the dynamic array.
  [[nodiscard]] std::size_t static_bytes() const { return static_bytes_; }

  /// Its address for this OS thread, or 0.
  [[nodiscard]] std::uintptr_t begin() const;
  [[nodiscard]] std::size_t bytes() const { return segment_bytes_; }
  [[nodiscard]] std::size_t dynamic_begin() const { return dynamic_begin_; }
  [[nodiscard]] std::size_t dynamic_end() const { return dynamic_end_; }

  /// Overwrites the memory of a block with so many dynamic bytes.
  void poison(std::size_t dynamic_bytes, std::uint8_t byte) const;
  /// Copies it to, or from, memory of bytes() bytes.
  void copy_to(char* to, std::size_t dynamic_bytes) const;
  void copy_from(const char* from, std::size_t dynamic_bytes) const;
  /// Its contents, and the same put back.
  void keep(std::size_t dynamic_bytes, std::vector<char>& kept) const;
  void restore(std::size_t dynamic_bytes, const std::vector<char>& kept) const;

  /// Calls visit(begin, end) for the parts of the segment that a block with so many dynamic bytes has.
  template <class Visit>
  void for_parts(std::size_t dynamic_bytes, const Visit& visit) const {
    const std::size_t reserved = dynamic_end_ - dynamic_begin_;
    visit(std::size_t{0}, dynamic_begin_ + (dynamic_bytes < reserved ? dynamic_bytes : reserved));
    visit(dynamic_end_, segment_bytes_);
  }

 private:
  std::size_t module_id_ = 0;  // the dynamic linker's number of the segment; 0: none
  std::size_t segment_bytes_ = 0;
  std::size_t static_bytes_ = 0;
  std::size_t dynamic_begin_ = 0, dynamic_end_ = 0;
};

}  // namespace simt::core
