// Each kernel's static shared memory: the variables that it and its callees mention, as nvcc counts;
// including functions called through pointers in the module's data.
#pragma once

#include <cstddef>
#include <vector>

namespace simt::core {

/// Forgets the previous module's.
void forget_static_shared();

struct SharedRange {
  std::size_t begin = 0, end = 0;  // in the module's segment
};
struct StaticShared {
  std::size_t bytes = 0;
  std::vector<SharedRange> ranges;  // ascending; of variables between which no other kernel's lie
};

/// For the kernel at this address; the whole module's if the linker kept no references.
[[nodiscard]] const StaticShared& static_shared(const void* kernel);
[[nodiscard]] inline std::size_t static_shared_bytes(const void* kernel) {
  return static_shared(kernel).bytes;
}

}  // namespace simt::core
