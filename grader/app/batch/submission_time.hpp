// When a submission was handed in, and what a late one loses.
#pragma once

#include <optional>
#include <string>

#include "model/course.hpp"
#include "model/result.hpp"

namespace mergelab::app {

/// A time, or a JSON file of a course system that has it as "created_at", as Gradescope's
/// submission_metadata.json. Where nothing is said, nothing. Throws UsageError.
[[nodiscard]] std::optional<Moment> submission_time(const std::string& word, const Course& course);

/// Says that the course's deadlines, if any, are ignored: `where` did not give a time of submission.
void note_deadlines(const Course& course, const char* where = "`grade --submitted`");

/// Takes what the lab's deadline asks for from what its items earned, whatever an earlier time has cost.
void deduct_late(const Course& course, std::optional<Moment> submitted, LabResult& result);

}  // namespace mergelab::app
