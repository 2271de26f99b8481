// The attached module's __device__ and __constant__ variables: on a GPU, host code that uses their names has
// a separate copy, which kernels don't see.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace simt::core {

struct DeviceVariable {
  std::string name;  // without its namespaces
  std::uintptr_t end = 0;
};

/// Forgets the previous module's.
void forget_device_variables();

/// By their beginnings, as far as simt-cc has found them. Constants, which host code may use, are not among
/// them.
[[nodiscard]] const std::map<std::uintptr_t, DeviceVariable>& device_variables();

/// The beginning of the one with this address, or 0.
[[nodiscard]] std::uintptr_t device_variable_at(std::uintptr_t address);

// On a GPU, `&variable` in host code is the address of the host's copy. Such addresses lie in memory that
// nobody may access.

/// That of an address in a variable.
[[nodiscard]] std::uintptr_t in_host_copy(std::uintptr_t address);
/// The reverse; 0 for all other addresses.
[[nodiscard]] std::uintptr_t of_host_copy(std::uintptr_t address);

}  // namespace simt::core
