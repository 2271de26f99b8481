// The clues of a failed test besides its symptom, so that a hint fits the mistake that was seen: which two
// accesses raced, which array was missed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "judge/student_files.hpp"
#include "model/outcome.hpp"

namespace mergelab::judge {

using Clues = std::vector<std::string>;  // each one of symptoms()

/// Of broken rules, from the first one and the student's lines that it names.
[[nodiscard]] Clues clues_of_violations(const std::vector<Violation>& violations, const StudentFiles& files);

}  // namespace mergelab::judge
