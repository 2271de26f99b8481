// Memory of the host that kernels may use, since cudaHostRegister has shown it to the device.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::core {

struct Registered {
  std::uintptr_t begin = 0, end = 0;
  unsigned flags = 0;
};

/// The first of them that has an address in [begin, end); null: none.
[[nodiscard]] const Registered* registered_in(std::uintptr_t begin, std::uintptr_t end);
/// False for memory that the device has otherwise. The object's variables are kernels' as they are.
[[nodiscard]] bool register_memory(std::uintptr_t begin, std::size_t bytes, unsigned flags);
/// Takes back what begins in [begin, end).
void unregister_memory(std::uintptr_t begin, std::uintptr_t end);

}  // namespace simt::core
