// Gradings for the tests of every writer.
#pragma once

#include <string>
#include <string_view>

#include "model/result.hpp"
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
