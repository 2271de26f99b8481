// What observations depend on, in a few digits: whether those that were kept still hold.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/machine/toolchain.hpp"
#include "judge/protocol.hpp"
#include "model/course.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

/// The programs and headers that build and judge a submission.
[[nodiscard]] std::string fingerprint_of(const Programs& programs);

/// What a build of these files and all of its tests depend on besides the rubric. `how` is the grading's:
/// compiler, device, backends, seed, secret, order.
[[nodiscard]] std::string inputs_of(const Lab& lab, const submission::Sources& sources,
                                    const std::string& how);

/// By item: what else its tests depend on. `job` is the lab's, with families hidden as they will be. Not
/// points, curves and thresholds.
[[nodiscard]] std::map<std::string, std::string> inputs_of_items(const judge::Job& job);

}  // namespace mergelab::app
