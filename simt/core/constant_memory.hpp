// The module's __constant__ variables, by the sections that simt-cc has given them.
#pragma once

#include <cstdint>

namespace simt::core {

/// Forgets the previous module's.
void forget_constant_memory();

[[nodiscard]] bool in_constant_memory(std::uintptr_t address);

/// The host has copied these bytes from device memory: they are data of the kernels, not parameters.
void fill_constants_from_device(std::uintptr_t begin, std::uintptr_t end);
[[nodiscard]] bool is_filled_from_device(std::uintptr_t address);

}  // namespace simt::core
