// Of an element of an output that nothing wrote: whose it was.
#pragma once

#include <optional>

#include "model/trace.hpp"

namespace mergelab::judge {

struct Writer {
  int block = 0, thread = 0;
};

/// Who should have written an element of one of the trace's arrays, derived from the other writes to it:
/// threads take shares of so many outputs, in order, or each so many apart; from its begin, of their block's
/// section, or of each tile. Empty if the writes fit none of these ways, or several that differ here.
[[nodiscard]] std::optional<Writer> missing_writer(const Trace& trace, int array, int index);

}  // namespace mergelab::judge
