// Shared by the tests of the device library and their modules; without CUDA and GoogleTest.
#pragma once

/// What a module's function returns where CUDA has no code for it: the kernel wrote beside an output.
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
