// What is traced: one small case of a lab, and the run that logs it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/grading/setup.hpp"
#include "app/learning/own_arguments.hpp"
#include "judge/inputs.hpp"
#include "model/course.hpp"
#include "model/result.hpp"
#include "model/trace.hpp"

namespace mergelab::app {

struct TracedCase {
  Lab lab;  // with one item
  Family family;
  std::vector<Family> others = {};  // of more items: the first case that fails is shown in its place
};

/// The case that is named, with the lab's constants or those that are given. Throws UsageError if it is
/// hidden, too large, or none.
[[nodiscard]] TracedCase named_case(const Course& course, const Lab& lab, const std::string& name,
                                    const ByHand& by_hand, std::uint64_t seed);
/// The arguments that were given, or else what the kit shows where nothing is; of other labs the largest of
/// the cases that can still be followed, or a small one that fails. Throws UsageError.
[[nodiscard]] TracedCase usual_case(const Course& course, const Lab& lab, const ByHand& by_hand,
                                    std::uint64_t seed);

/// The first call of usual_case(), but for one of arguments that were given.
[[nodiscard]] judge::Inputs usual_inputs(const Course& course, const Lab& lab);

/// What the files did in the case; empty if nothing ran, as `result` says. `setup` must be one for
/// traces: with GradingOptions::trace.
[[nodiscard]] std::optional<Trace> trace_of(Setup& setup, const TracedCase& subject, const ByHand& by_hand,
                                            const submission::Sources& sources, LabResult& result);

}  // namespace mergelab::app
