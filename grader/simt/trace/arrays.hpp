// Finds the array of the log for an access: those that the hosting process names, allocations, shared
// variables, and the parts of a dynamic shared array that the kernel names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <simt/trace.hpp>
#include <string>
#include <vector>

#include "simt/core/watch.hpp"

namespace simt::trace {

constexpr std::uint32_t kNoArray = ~std::uint32_t{0};
constexpr std::int64_t kFarthest = 1 << 20;  // farthest access, in bytes, that an array describes

/// Adds one to the log; kNoArray if it is full.
std::uint32_t add_array(TraceSpace space, std::uint64_t begin, std::uint64_t bytes, std::uint64_t number,
                        const char* name);

class Arrays {
 public:
  /// The dynamic shared array of the kernel that runs next has so many bytes.
  void launch_begins(std::size_t dynamic_bytes);
  /// The array's number in the log, which may be new; kNoArray if the memory has no name here.
  std::uint32_t of(const core::Access& access);
  /// The array that is nearest to an access outside of all; kNoArray if it also has no name.
  std::uint32_t beside(const core::Access& access);

 private:
  struct Part {
    std::string name;
    std::uint64_t begin = 0, end = 0;  // in the module's segment
  };
  /// The running kernel's dynamic array, or its named parts.
  const std::vector<Part>& parts();
  bool is_part(const TraceArray& array);
  std::uint32_t dynamic_part(std::uint64_t at);

  std::size_t dynamic_bytes_ = 0;
  std::vector<Part> parts_;  // empty: not computed yet
};

}  // namespace simt::trace
