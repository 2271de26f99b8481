// The launch that a lab with section and tile asks for, which every item that looks at launches holds a call
// to.
#pragma once

#include <cstdint>

#include "judge/image.hpp"
#include "model/outcome.hpp"
#include "wire/message.hpp"

namespace mergelab::judge {

/// One launch of one block per section, with at most `tiles` tiles and 1 KiB of shared memory a block. One
/// more launch, of at most as many blocks, may prepare it: more of them could do the work in a grid of their
/// own.
[[nodiscard]] Outcome check_launch(const ProblemSet& set, const wire::Launches& launches,
                                   std::int64_t tiles = 3);

}  // namespace mergelab::judge
