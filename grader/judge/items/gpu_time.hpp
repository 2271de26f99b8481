// The time of a lab on a GPU, and what the reference solution needs there while nothing of the submission
// runs.
#pragma once

#include <optional>
#include <vector>

#include "judge/lab_context.hpp"

namespace mergelab::judge {

/// The shapes that a lab's function is timed in; the best one counts.
[[nodiscard]] std::vector<Numbers> timed_shapes(const Lab& lab);
inline constexpr int kShapeCalls = 2;  // in each; the first warms up

/// `set` in this shape, for timed calls.
[[nodiscard]] Image timed_image(ProblemSet& set, const Item& item, const Numbers& shape);

/// Whether the output of a timed call is right.
[[nodiscard]] Outcome check_timed(const ProblemSet& set, const Answer& answer);

/// The name of CUB's function that this lab's time is compared with.
[[nodiscard]] std::string cub_function(const Job& job);

/// Before any code of the submission runs: whether the reference solution passes the timed cases, and in
/// which shapes it is fastest. If it fails, no time is compared with it.
void try_reference(LabContext& context);

/// The reference solution's time in those of CUB, without the submission's process, which ends. Empty: it
/// fails, or its times say nothing.
[[nodiscard]] std::optional<double> reference_alone(LabContext& context, const PlannedTest& test,
                                                    const ProblemSet& set);

}  // namespace mergelab::judge
