// The names of a module's variables: shared ones by their offset in its thread-local segment, and others.
#pragma once

#include <cstddef>
#include <string>

namespace simt::core {

struct SharedVariable {
  std::string name;  // as the source has it; empty when unknown
  std::size_t begin = 0, end = 0;
};

/// Forgets the previous module's.
void forget_shared_names();

/// The variable at this offset, or the last one before it; the dynamic array for its contents.
[[nodiscard]] SharedVariable shared_variable(std::size_t offset);

/// The variable of global memory, such as a __device__ one, at this offset from where the module is loaded.
[[nodiscard]] SharedVariable module_variable(std::size_t offset);

}  // namespace simt::core
