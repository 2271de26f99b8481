// Names an element of dynamic shared memory by the kernel's own name of its part.
#pragma once

#include "finding/finding.hpp"
#include "simt/core/watch.hpp"

namespace simt::check {

/// "tileB[0] (shared, tiles[256])", and ", past the end of tileA" if the access's line can get there only by
/// an index of that part; "tileB[0] and tileC[0] (…" if two begin at one place; nothing without a name.
/// `offset` is in bytes from the array's beginning.
void set_parts(const core::Access& access, std::size_t offset, mergelab::finding::Memory& memory);

/// "tileC" for an access behind the array, under the same conditions; empty otherwise.
[[nodiscard]] mergelab::finding::Name past_part(const core::Access& access);

}  // namespace simt::check
