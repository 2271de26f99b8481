// What is said of an element of dynamic shared memory where the kernel's own name of its part is known.
#pragma once

#include <string>

#include "simt/core/watch.hpp"

namespace simt::check {

/// "tileB[0] (shared, tiles[256])", and ", past the end of tileA" where the access's line can have come there
/// by an index of that part alone; "tileB[0] and tileC[0] (…" where two begin at one place; "" where no name
/// is known. `offset` counts the bytes from where the array begins.
[[nodiscard]] std::string show_part(const core::Access& access, std::size_t offset);

/// ", past the end of tileC" for an access behind the array, on the same terms.
[[nodiscard]] std::string past_part(const core::Access& access);

}  // namespace simt::check
