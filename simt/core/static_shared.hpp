// Each kernel's static shared memory: the variables that it and its callees mention, as nvcc counts;
// including functions called through pointers in the module's data.
#pragma once

#include <cstddef>

namespace simt::core {

/// Forgets the previous module's.
void forget_static_shared();

/// For the kernel at this address; the whole module's if the linker kept no references.
[[nodiscard]] std::size_t static_shared_bytes(const void* kernel);

}  // namespace simt::core
