// The launch that a lab with section and tile asks for, which every item that looks at launches holds a call
// to.
#pragma once

#include "judge/image.hpp"
#include "model/outcome.hpp"
#include "wire/message.hpp"

namespace mergelab::judge {

/// One launch of one block per section, with at most 3 tiles and 1 KiB of shared memory a block. A second
/// launch could do a part of the work in a grid of its own.
[[nodiscard]] Outcome check_launch(const ProblemSet& set, const wire::Launches& launches);

}  // namespace mergelab::judge
