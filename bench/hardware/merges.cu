// The merge of one lab. HARDWARE_LAB chooses it: 3, 4 or 5.
#if HARDWARE_LAB == 3
#include <merge_basic.cuh>
#elif HARDWARE_LAB == 4
#include <merge_tiled.cuh>
#else
#include <merge_circular.cuh>
#endif

#include "cases.hpp"

namespace {

struct Shape {
  int section, tile;
};

}  // namespace

extern "C" bool run_case(int number, char* name) {
  constexpr int kLength = 1 << 18;
  static const int* A = hardware::on_device(hardware::sorted(kLength, 1));
  static const int* B = hardware::on_device(hardware::sorted(kLength, 2));
  static int* C = hardware::on_device(std::vector<int>(2 * kLength));
#if HARDWARE_LAB == 3
  if (number > 0) return false;
  std::sprintf(name, "lab 3: basic merge");
  merge_basic(A, kLength, B, kLength, C);
#else
  constexpr Shape kShapes[] = {{1024, 256}, {8192, 1024}};  // the labs' own, and a faster one
  if (number > 1) return false;
  const Shape shape = kShapes[number];
#if HARDWARE_LAB == 4
  std::sprintf(name, "lab 4: tiled merge, section %d, tile %d", shape.section, shape.tile);
  merge_tiled(A, kLength, B, kLength, C, shape.section, shape.tile);
#else
  std::sprintf(name, "lab 5: circular merge, section %d, tile %d", shape.section, shape.tile);
  merge_circular(A, kLength, B, kLength, C, shape.section, shape.tile);
#endif
#endif
  return true;
}
