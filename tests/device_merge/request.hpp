// What a test asks of the module that merges: its interface, which knows neither CUDA nor GoogleTest.
#pragma once

#include <cstdint>

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

/// What merge_TYPE() returns where CUDA has no code for it: the kernel wrote beside C.
constexpr int kWroteBeside = -1;

struct Keyed8 {  // of 8 bytes, but aligned to 4: lies across granules
  int key, origin;
};
struct Keyed12 {
  int key, origin, more;
};
struct alignas(16) Keyed16 {
  int key, origin, more[2];
};
