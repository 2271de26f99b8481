// Cells whose bytes different threads write, with one cell per byte. Few programs have any.
#pragma once

#include "cell.hpp"
#include "simt/core/watch.hpp"

namespace simt::check {

/// Divides a cell if this write would replace the record of a write to other bytes that may still race.
/// Returns whether it did.
[[nodiscard]] bool divide(Cell& cell, const core::Access& access, bool is_shared);

/// Checks an access to a cell that has the mark kDivided. False: everything that the cells of its bytes
/// record is ordered before later accesses, and the cell is whole again.
template <bool kShared>
[[nodiscard]] bool check_divided(Cell& cell, const core::Access& access, std::uint32_t bytes);

/// The cells of a cell's bytes; null if it is not divided.
[[nodiscard]] Cell* bytes_of_divided(const Cell& cell, bool is_shared);

/// Forgets the divided cells whose last access was at this time or before.
void forget_divided_cells(std::uint32_t time);

}  // namespace simt::check
