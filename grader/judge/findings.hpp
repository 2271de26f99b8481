// A worker's findings, checked. A worker may be taken over, and may have read what no student should see: so
// of what it sent only enumerators, numbers, names and lines of the student's own files remain.
#pragma once

#include <string>
#include <vector>

#include "finding/finding.hpp"
#include "judge/student_files.hpp"
#include "model/outcome.hpp"

namespace mergelab::judge {

/// A finding with every field in its range: a name that is not the student's is dropped, and a message that
/// needs it becomes Message::none.
[[nodiscard]] Finding checked(Finding found, const StudentFiles& files);

/// A checked finding in words, with its lines' text; for Message::none what its rule means.
[[nodiscard]] std::string text_of(const Finding& found, const StudentFiles& files);

/// An explanation of checked findings in words, with its advice on a separate line.
[[nodiscard]] std::string text_of(const Explanation& why, const StudentFiles& files);

/// Writes the messages of an outcome and of its violations.
void write_messages(Outcome& outcome, const StudentFiles& files);

/// "scan.cuh:12 `...`", with the text of the student's line; "" for any other.
[[nodiscard]] std::string line_of(const finding::Site& site, const StudentFiles& files);

/// A symptom: "divergent_barrier", or "fault" for a rule that has none.
[[nodiscard]] std::string symptom_of(finding::Rule rule);

// The clues of a failed test besides its symptom, so that a hint fits the mistake that was seen: which two
// accesses raced, which array was missed.

using Clues = std::vector<std::string>;  // each one of symptoms()

/// Of broken rules, from the first one and the student's lines that it names.
[[nodiscard]] Clues clues_of_violations(const std::vector<Violation>& violations, const StudentFiles& files);

}  // namespace mergelab::judge
