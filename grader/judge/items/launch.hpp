// What the numbers of a launch tell.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/outcome.hpp"
#include "wire/message.hpp"

namespace mergelab::judge {

/// Clues from the numbers of a launch for so many outputs, to report with a failure. `is_grid_given`: the lab
/// says how many blocks make them.
[[nodiscard]] std::vector<std::string> clues_of_launch(const wire::Launches& launches, std::int64_t outputs,
                                                       bool is_grid_given);

/// Adds the thread that returned early to a failure by outputs that nothing wrote: they may have been its
/// own.
void tell_returned(const wire::Launches& launches, Outcome& outcome);

/// How many outputs a block makes, of a program that launches `grid` blocks for `outputs`: the most for which
/// it launches only one block. `blocks_for` launches for so many; 0 if that fails, and then the answer is the
/// fewest that a block can have made. A program whose grid doesn't grow with the outputs gets that, too.
[[nodiscard]] std::int64_t outputs_of_block(std::int64_t grid, std::int64_t outputs,
                                            const std::function<std::int64_t(std::int64_t)>& blocks_for);

}  // namespace mergelab::judge
