// Reports accesses for which compilers insert no call, such as a copy's.
#pragma once

#include "simt/core/watch.hpp"

/// The call site of a function that an object calls, and the end of the caller's frame.
#define SIMT_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))
#define SIMT_FRAME reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa())

namespace simt::core {

/// No effect while checking and counting are off. `frame`: SIMT_FRAME of a function that itself stores to
/// `memory`, where it must not have its own frame.
void on_access(const void* memory, std::size_t bytes, AccessKind kind, std::uintptr_t pc,
               std::uintptr_t frame = 0);

/// An access that no compiler's hook has reported, if it is one that check/quick.hpp checks; else false, and
/// unseen_access() has to. Changes of the vector registers only the lower 128 bits, and calls no library.
[[nodiscard]] bool usual_unseen_access(std::uintptr_t address, std::size_t bytes, bool loads, bool stores,
                                       std::uintptr_t pc);
/// An access that no compiler's hook has reported, by code with an existing frame.
void unseen_access(std::uintptr_t address, std::size_t bytes, AccessKind kind, std::uintptr_t pc,
                   std::uintptr_t frame);

/// An access by the copy engine: checked as the running thread's, counted as a copy's.
void copy_access(const void* memory, std::size_t bytes, AccessKind kind, std::uintptr_t pc);

/// Checks an access without counting or logging it. `comes_later`: the written data is not available yet.
void check_access(const void* memory, std::size_t bytes, AccessKind kind, std::uintptr_t pc,
                  bool comes_later = false);

}  // namespace simt::core
