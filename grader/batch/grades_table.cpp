#include "batch/grades_table.hpp"

#include <fmt/format.h>

#include "batch/text.hpp"
#include "report/csv_cell.hpp"
#include "report/phrases.hpp"

namespace mergelab::batch {
namespace {

std::string number(const std::optional<double>& score, double max_score) {
  return score ? report::points(*score, max_score) : "";
}

std::vector<std::string> cells(const GradeRow& row, const std::vector<std::string>& labs) {
  const auto text = [](const std::string& each) { return report::csv_cell(shown(each)); };
  const bool is_graded = row.status == Status::graded && row.attempt && row.attempt->score;
  std::vector<std::string> cells{text(row.student.id), text(row.student.name), to_string(row.status)};
  if (is_graded) {
    cells.push_back(number(row.attempt->score, row.attempt->max_score));
    cells.push_back(number(row.attempt->max_score, row.attempt->max_score));
  } else {
    cells.insert(cells.end(), 2, "");
  }
  for (const std::string& lab : labs) {
    const auto found = is_graded ? row.attempt->labs.find(lab) : decltype(row.attempt->labs.end()){};
    const bool has = is_graded && found != row.attempt->labs.end();
    cells.push_back(has ? number(found->second.score, found->second.max_score) : "");
  }
  cells.push_back(row.attempt ? std::to_string(row.attempt->number) : "");
  cells.push_back(std::to_string(row.attempts));
  cells.push_back(row.attempt ? row.attempt->submitted() : "");
  cells.push_back(is_graded ? number(row.attempt->late_points, row.attempt->max_score) : "");
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

std::string grades_table(const std::vector<GradeRow>& rows, const std::vector<std::string>& labs) {
  std::vector<std::string> titles{"id", "name", "status", "score", "max_score"};
  for (const std::string& lab : labs) titles.push_back(report::csv_cell(lab));
  for (const char* title : {"attempt", "attempts", "submitted", "late", "submission", "report", "message"})
    titles.emplace_back(title);
  std::string table = report::csv_row(titles);
  for (const GradeRow& row : rows) table += report::csv_row(cells(row, labs));
  return table;
}

}  // namespace mergelab::batch
