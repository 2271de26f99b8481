// Of an element of C that nothing wrote: whose it was.
#pragma once

#include <optional>

#include "model/trace.hpp"

namespace mergelab::judge {

struct Writer {
  int block = 0, thread = 0;
};

/// Who should have written C[index], derived from the other writes to C: threads take shares of so many
/// outputs, in order, or each so many apart; from the begin of C, of their block's section, or of each tile.
/// Empty if the writes fit none of these ways, or several that differ here.
[[nodiscard]] std::optional<Writer> missing_writer(const Trace& trace, int index);

}  // namespace mergelab::judge
