// What is traced: one small case of a lab, and the run that logs it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/grading/setup.hpp"
#include "app/learning/own_arrays.hpp"
#include "judge/inputs.hpp"
#include "model/course.hpp"
#include "model/result.hpp"
#include "model/trace.hpp"

namespace mergelab::app {

struct TracedCase {
  Lab lab;  // with one item
  Family family;
  std::int64_t keys = 0;            // of both arrays, at most kMostTracedKeys; of a lab without a kit 0
  std::vector<Family> others = {};  // of more items: the first case that fails is shown in its place
};

/// The case that is named, in the lab's shape or the one that is given. Throws UsageError if it is hidden,
/// too large, or none.
[[nodiscard]] TracedCase named_case(const Course& course, const Lab& lab, const std::string& name,
                                    const ByHand& by_hand, std::uint64_t seed);
/// The arrays that were given, which must be there, or else those that show ties, several blocks, and
/// several rounds in each; in the shape that was given, or else a small one. Of a lab without a kit the
/// largest of its cases that can still be followed, or a small one that fails. Throws UsageError.
[[nodiscard]] TracedCase usual_case(const Course& course, const Lab& lab, const ByHand& by_hand,
                                    std::uint64_t seed);

/// The first call of usual_case(), of a lab without a kit.
[[nodiscard]] judge::Inputs usual_inputs(const Course& course, const Lab& lab);

/// What the files did in the case; empty if nothing ran, as `result` says. `setup` must be one for
/// traces: with GradingOptions::trace.
[[nodiscard]] std::optional<Trace> trace_of(Setup& setup, const TracedCase& subject, const ByHand& by_hand,
                                            const submission::Sources& sources, LabResult& result);

}  // namespace mergelab::app
