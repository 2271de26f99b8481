// The requests of the device library's tests to their modules, and the elements: without CUDA and GoogleTest.
#pragma once

#include <cstdint>

/// What a module's function returns where CUDA has no code for it: the kernel wrote beside an output.
constexpr int kWroteBeside = -1;
/// What it returns where all of several calls return cudaErrorInvalidValue; else the number of one that does
/// not.
constexpr int kAllRefused = -1;

struct Keyed8 {  // of 8 bytes, but aligned to 4: lies across granules
  int key, origin;
};
struct Keyed12 {
  int key, origin, more;
};
struct alignas(16) Keyed16 {
  int key, origin, more[2];
};

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

/// Host arrays. The module copies them to device memory, `*_offset` times a type's alignment behind an
/// aligned address, and C back. `starts` has k + 1 numbers.
struct KWayRequest {
  const void* lists;
  const int* starts;
  void* C;
  int k, total;
  int lists_offset, starts_offset, C_offset;
  bool small_shares;  // so that few elements make many shares; at most 16 lists
};
