// Reports accesses for which compilers insert no call, such as a copy's.
#pragma once

#include "simt/core/watch.hpp"

/// Where a function that an object calls is called.
#define SIMT_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

namespace simt::core {

/// Does nothing while checking and counting are off.
void on_access(const void* memory, std::size_t bytes, AccessKind kind, std::uintptr_t pc);

}  // namespace simt::core
