// A test's request to the module that merges k lists: an interface without CUDA and GoogleTest.
#pragma once

#include "../device_library/keyed.hpp"

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
