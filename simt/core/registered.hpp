// Host memory that kernels may use after cudaHostRegister.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::core {

struct Registered {
  std::uintptr_t begin = 0, end = 0;
  unsigned flags = 0;
};

/// The first with an address in [begin, end), or null.
[[nodiscard]] const Registered* registered_in(std::uintptr_t begin, std::uintptr_t end);
/// False for other device memory. Kernels can use the object's variables without registration.
[[nodiscard]] bool register_memory(std::uintptr_t begin, std::size_t bytes, unsigned flags);
/// Unregisters memory that begins in [begin, end).
void unregister_memory(std::uintptr_t begin, std::uintptr_t end);

}  // namespace simt::core
