// The memory of loaded objects: code, constants, variables.
#pragma once

#include <cstdint>

namespace simt::core {

enum class Owner : unsigned char { Module, Library, Program };  // the attached module; the hosting program

struct Segment {
  std::uintptr_t begin = 0, end = 0;
  bool writable = false;
  // By host code. It could learn from variables of the engine, and of the C library, what kernels have done.
  bool readable = true;
  Owner owner = Owner::Library;
};

/// Scans everything that is loaded now.
void find_segments(std::uintptr_t module_begin);

/// The segment with this address, or null.
[[nodiscard]] const Segment* segment_at(std::uintptr_t address);
/// From the module's beginning to the end of its read-only memory, or nothing.
[[nodiscard]] Segment module_constants();
/// The module's variables, or null.
[[nodiscard]] const Segment* module_variables();

}  // namespace simt::core
