// Accesses that are wrong wherever they stand in the order: outside of everything, or not theirs to make.
#pragma once

#include <cstdint>

#include "simt/core/watch.hpp"

namespace simt::check {

/// Out of bounds of the region where it begins, or misaligned. Ends the run, but for a read of what lies
/// beside an array.
void fault(const core::Access& access);
/// A kernel's access to what is neither device nor shared memory nor its own stack.
void other_access(const core::Access& access);
void host_access(const core::Access& access);
void write_to_const(const core::Access& access);
void make_shadow(core::Allocation& allocation);
/// `offset` is in the dynamic array.
void check_spans(const core::Access& access, std::uintptr_t offset);

}  // namespace simt::check
