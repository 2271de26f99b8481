// A test's request to the module that sorts: an interface without CUDA and GoogleTest.
#pragma once

#include <cstdint>

#include "../device_library/keyed.hpp"

/// Host arrays. The module copies A to device memory, `*_offset` times a type's alignment behind an aligned
/// address, and C, and what then is in A, back.
struct SortRequest {
  const void* A;
  void *C, *A_after;
  std::int64_t m;
  int A_offset, C_offset, scratch_offset;
  bool in_place;      // C is A
  bool wide_offsets;  // 64-bit places, by rounds of four runs
};
