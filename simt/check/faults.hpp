// Accesses that are invalid in any order: outside of all memory, or not allowed.
#pragma once

#include <cstdint>

#include "simt/core/watch.hpp"

namespace simt::check {

/// Out of bounds of the region where it begins, or misaligned. Ends the run, except for a read just outside
/// an array.
void fault(const core::Access& access);
/// A kernel's access to neither device nor shared memory nor its stack.
void other_access(const core::Access& access);
void host_access(const core::Access& access);
void write_to_const(const core::Access& access);
void make_shadow(core::Allocation& allocation);
/// `offset` is in the dynamic array.
void check_spans(const core::Access& access, std::uintptr_t offset);

}  // namespace simt::check
