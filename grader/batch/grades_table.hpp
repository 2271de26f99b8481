// The table for spreadsheets: a row for everybody.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "batch/gradebook.hpp"
#include "model/settings.hpp"

namespace mergelab::batch {

/// The status of a submission; docs/formats.md explains each.
enum class Status {
  graded,
  pending,
  not_submitted,
  no_lab_file,
  unreadable,
  ambiguous,
  unknown,
  grader_error
};
[[nodiscard]] std::string to_string(Status status);
[[nodiscard]] std::optional<Status> status_from_string(std::string_view name);

struct GradeRow {
  Student student;
  Status status = Status::pending;
  std::optional<Attempt> attempt;  // that the row is about
  std::size_t attempts = 0;        // of this student, in all
  std::string source;              // without an attempt: what was handed in
  std::string report;              // relative to the output folder
  std::string message;
};

/// The rows of an earlier table for these students, who lead it in this order, and those that it has below
/// them: status, what was handed in, report and message. Throws Error for any other table.
[[nodiscard]] std::vector<GradeRow> rows_of_table(const std::string& table,
                                                  const std::vector<Student>& students);

/// The whole table, with a column for each of these labs. No times of grading are in it, so that the same
/// submissions give the same bytes.
[[nodiscard]] std::string grades_table(const std::vector<GradeRow>& rows,
                                       const std::vector<std::string>& labs, TableFormat format = {});

}  // namespace mergelab::batch
