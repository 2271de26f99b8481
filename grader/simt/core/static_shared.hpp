// How much static shared memory each kernel has: that of the variables that it and what it calls mention, as
// nvcc counts; and what is called through a pointer in the module's data.
#pragma once

#include <cstddef>

namespace simt::core {

/// Forgets the module before; reads nothing yet.
void use_static_shared_of(void* module);

/// Of the kernel at this address. What the whole module has where the linker did not keep who mentions what.
[[nodiscard]] std::size_t static_shared_bytes(const void* kernel);

}  // namespace simt::core
