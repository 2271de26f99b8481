#include "batch/grades_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "batch/text.hpp"
#include "report/formats/rows.hpp"

namespace mergelab::batch {
namespace {

std::vector<std::string> cells(const GradeRow& row, const std::vector<std::string>& labs, char decimal) {
  const auto number = [decimal](std::optional<Points> points) {
    std::string text = points ? to_string(*points) : "";
    std::replace(text.begin(), text.end(), '.', decimal);
    return text;
  };
  const auto text = [](const std::string& each) { return report::csv_cell(printable_line(each)); };
  const bool is_graded = row.status == Status::graded && row.attempt && row.attempt->score;
  std::vector<std::string> cells{text(row.student.id), text(row.student.name), to_string(row.status)};
  if (is_graded) {
    cells.push_back(number(row.attempt->score));
    cells.push_back(number(row.attempt->max_score));
  } else {
    cells.insert(cells.end(), 2, "");
  }
  for (const std::string& lab : labs) {
    const auto found = is_graded ? row.attempt->labs.find(lab) : decltype(row.attempt->labs.end()){};
    const bool has = is_graded && found != row.attempt->labs.end();
    cells.push_back(has ? number(found->second.score) : "");
  }
  cells.push_back(row.attempt ? std::to_string(row.attempt->number) : "");
  cells.push_back(std::to_string(row.attempts));
  cells.push_back(row.attempt ? row.attempt->submitted() : "");
  cells.push_back(is_graded ? number(row.attempt->late_points) : "");
  cells.push_back(text(row.attempt ? row.attempt->source : row.source));
  cells.push_back(text(row.report));
  cells.push_back(text(row.message));
  return cells;
}

}  // namespace

std::string to_string(Status status) {
  switch (status) {
    case Status::graded:
      return "graded";
    case Status::pending:
      return "pending";
    case Status::not_submitted:
      return "not_submitted";
    case Status::no_lab_file:
      return "no_lab_file";
    case Status::unreadable:
      return "unreadable";
    case Status::ambiguous:
      return "ambiguous";
    case Status::unknown:
      return "unknown";
    case Status::grader_error:
      return "grader_error";
  }
  return "";
}

std::optional<Status> status_from_string(std::string_view name) {
  for (const Status status : {Status::graded, Status::pending, Status::not_submitted, Status::no_lab_file,
                              Status::unreadable, Status::ambiguous, Status::unknown, Status::grader_error}) {
    if (to_string(status) == name) return status;
  }
  return std::nullopt;
}

std::vector<GradeRow> rows_of_table(const std::string& table, const std::vector<Student>& students) {
  const auto refuse = [](const char* why) -> Error {
    return Error(fmt::format("grades.csv {}\n  run the same `batch` again, which rewrites it", why));
  };
  const std::vector<TextRow> lines = read_separated(table);
  if (lines.size() < students.size() + 1) throw refuse("lacks students of the last batch");
  const std::vector<std::string>& titles = lines.front().cells;
  const auto column = [&](const char* title) {
    const auto found = std::find(titles.begin(), titles.end(), title);
    if (found == titles.end()) throw refuse("lacks columns");
    return static_cast<std::size_t>(found - titles.begin());
  };
  const std::size_t id = column("id"), name = column("name"), state = column("status"),
                    source = column("submission"), report = column("report"), message = column("message");
  std::vector<GradeRow> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string>& cells = lines[i].cells;
    if (cells.size() != titles.size()) throw refuse("has a row of a different length");
    const std::optional<Status> status = status_from_string(cells[state]);
    if (!status) throw refuse("has an unknown status");
    GradeRow row;
    row.student = i <= students.size() ? students[i - 1] : Student{cells[id], cells[name]};
    row.status = *status;
    row.source = cells[source];
    row.report = cells[report];
    row.message = cells[message];
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string grades_table(const std::vector<GradeRow>& rows, const std::vector<std::string>& labs,
                         TableFormat format) {
  std::vector<std::string> titles{"id", "name", "status", "score", "max_score"};
  for (const std::string& lab : labs) titles.push_back(report::csv_cell(lab));
  for (const char* title : {"attempt", "attempts", "submitted", "late", "submission", "report", "message"})
    titles.emplace_back(title);
  std::string table = report::csv_row(titles, format.separator);
  for (const GradeRow& row : rows)
    table += report::csv_row(cells(row, labs, format.decimal), format.separator);
  return table;
}

}  // namespace mergelab::batch
