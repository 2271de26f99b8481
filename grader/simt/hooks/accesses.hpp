// Accesses that no hook of a compiler tells of, such as a copy's.
#pragma once

#include "simt/core/watch.hpp"

namespace simt::core {

/// Does nothing when nobody watches.
void on_access(const void* memory, std::size_t bytes, AccessKind kind, std::uintptr_t pc);

}  // namespace simt::core
