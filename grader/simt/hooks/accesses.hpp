// Reports accesses for which compilers insert no call, such as a copy's.
#pragma once

#include "simt/core/watch.hpp"

/// Where a function that an object calls is called.
#define SIMT_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

namespace simt::core {

/// Does nothing while checking and counting are off.
void on_access(const void* memory, std::size_t bytes, AccessKind kind, std::uintptr_t pc);

/// An access that no hook of the compiler's told of, by code whose frame is there.
void unseen_access(std::uintptr_t address, std::size_t bytes, AccessKind kind, std::uintptr_t pc,
                   std::uintptr_t frame);

/// An access by the copy engine: checked as the running thread's, and counted as a copy's.
void copy_access(const void* memory, std::size_t bytes, AccessKind kind, std::uintptr_t pc);

/// Holds an access against the checkers' rules and neither counts nor logs it. `comes_later`: what is written
/// is not there yet.
void check_access(const void* memory, std::size_t bytes, AccessKind kind, std::uintptr_t pc,
                  bool comes_later = false);

}  // namespace simt::core
