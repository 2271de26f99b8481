// Which elements of a problem's arrays counted code has read, and which it was the last to write: sums alone
// can't tell, since what is read twice makes up for what is not read at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <simt/counters.hpp>
#include <vector>

#include "event.hpp"
#include "simt/core/watch.hpp"

namespace simt::count {

class Coverage {
 public:
  void clear();
  void add(const void* memory, std::size_t bytes, std::size_t element_bytes, bool is_output);

  /// A kernel is about to make this access of global memory.
  void access(Kind kind, std::uintptr_t address, std::size_t bytes) {
    for (Array& array : arrays_) {
      if (address >= array.end || address + bytes <= array.begin) continue;
      if (!array.is_output) {
        reads(array, address, address + bytes);
      } else if (kind != Kind::Read) {
        wrote(address, bytes);
      }
    }
  }
  /// Rows of a copy from device memory to device memory.
  void reads(const core::Rows& rows);
  void writes(const core::Rows& rows);
  /// Rows that come from host code.
  void host_writes(const core::Rows& rows);

  /// By array, in the order in which they were added.
  [[nodiscard]] std::vector<Uncovered> uncovered();

 private:
  struct Array {
    std::uintptr_t begin = 0, end = 0;
    std::size_t element_bytes = 1;
    bool is_output = false;
    std::vector<std::uint8_t> marks;    // of the bytes of an output, and of the elements of an input
    std::vector<std::uint8_t> written;  // an output's bytes as counted code left them
  };
  struct Range {
    std::uintptr_t begin, end;
  };

  static void reads(Array& array, std::uintptr_t begin, std::uintptr_t end);
  void wrote(std::uintptr_t address, std::size_t bytes) {
    keep_written();
    under_way_.push_back({address, address + bytes});
  }
  /// Events come before what they tell of: the values of the last one are there when the next one comes.
  void keep_written();
  void mark(const Range& range, std::uint8_t mark);
  [[nodiscard]] static Uncovered::Why why(const Array& array, std::size_t element);
  [[nodiscard]] static Uncovered uncovered(const Array& array);

  std::vector<Array> arrays_;
  std::vector<Range> under_way_;
};

/// The one of this process.
extern Coverage coverage __attribute__((visibility("hidden")));

}  // namespace simt::count
