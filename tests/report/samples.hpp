// Gradings for the tests of every writer.
#pragma once

#include "report/report.hpp"

namespace mergelab::samples {

/// Ties lost, one item slow, hidden cases failed, a lab carried forward.
[[nodiscard]] LabResult tiled_kernel();
/// Nothing done yet: every item reached TODO 1.
[[nodiscard]] LabResult skeleton();
/// No build succeeded.
[[nodiscard]] LabResult not_compiling();
/// Only the Record build failed: one item for want of it.
[[nodiscard]] LabResult record_not_compiling();
/// Everything passed.
[[nodiscard]] LabResult perfect();
/// No file.
[[nodiscard]] LabResult missing();
/// The grader failed: no score.
[[nodiscard]] LabResult failed_grader();
/// A message and a log with terminal escapes, control characters and bytes that are not UTF-8.
[[nodiscard]] LabResult hostile();

// Parts of labs for the short report.

/// The message of a race, and a hint of many letters.
extern const char* const kRace;
extern const std::string kHint;
/// A finding at a line of the file, which is called at `caller`.
[[nodiscard]] std::vector<Finding> at(const char* file, int line, finding::Site caller = {});
[[nodiscard]] const Violation& a_race();
/// With one test, "ID/one_tile".
[[nodiscard]] ItemResult item(const std::string& id, Outcome outcome);
[[nodiscard]] LabResult lab(std::vector<ItemResult> items);
[[nodiscard]] ItemResult broken_rule(const std::string& rule, const std::string& text,
                                     const std::vector<Finding>& findings = at("merge_tiled.cuh", 32));
/// Of a missing barrier: plain is right with the threads in step, and what is too large for that is not.
[[nodiscard]] LabResult missing_barrier();

/// A whole course with tiled_kernel among its labs.
[[nodiscard]] Grading course();
/// The same by settings; one lab was handed in late, and uses what they forbid.
[[nodiscard]] Grading late_course();
/// A course with a lab whose score is empty, and a lab missing.
[[nodiscard]] Grading incomplete_course();

/// The text of a course system's format for a repository's release.
[[nodiscard]] std::string in_format(std::string_view format, const Grading& grading);

/// A terminal's or a file's, for `./lab run`.
[[nodiscard]] report::TextStyle style(int width = 100);

/// How often `text` has `part`.
[[nodiscard]] std::size_t occurrences(const std::string& text, const std::string& part);

}  // namespace mergelab::samples
