// Of an element of an output that nothing wrote: whose it was.
#pragma once

#include <optional>

#include "model/interface.hpp"
#include "model/trace.hpp"

namespace mergelab::judge {

struct Writer {
  int block = 0, thread = 0;
};

/// Who should have written an element of one of the trace's arrays, derived from the other writes to it:
/// threads take shares of so many elements, in order, or each so many apart; from its begin, of their block's
/// part, or of each round in it. Parts and rounds are as long as one of the lab's constants. Empty if the
/// writes fit none of these ways, or several that differ here.
[[nodiscard]] std::optional<Writer> missing_writer(const Trace& trace, const Numbers& constants, int array,
                                                   int index);

}  // namespace mergelab::judge
