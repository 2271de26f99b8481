// A test's request to the module that merges: an interface without CUDA and GoogleTest.
#pragma once

#include <cstdint>

#include "../device_library/keyed.hpp"

/// Host arrays. The module copies A, B and the values to device memory, `*_offset` times a
/// type's alignment behind an aligned address, and the outputs back. `multiprocessors`: 0 for device_merge
/// itself; else the plan is one for so many.
struct MergeRequest {
  const void *A, *B, *A_values, *B_values;
  void *C, *C_values;
  std::int64_t m, n;
  int A_offset, B_offset, C_offset, values_offset;
  int multiprocessors;
  bool wide_offsets;  // 64-bit places, with multiprocessors > 0
  bool workspace;     // with a reserved workspace
};
