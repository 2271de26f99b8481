// mergelab gradebook: what the gradebook of a batch knows, as a table for spreadsheets.
#include "app/batch/batch_run.hpp"
#include "app/verbs/verbs.hpp"
#include "batch/text.hpp"

namespace mergelab::app {
namespace {

using batch::Status;

struct GradebookOptions {
  fs::path folder;
  bool best = false, last = false, all = false, late = false;
  std::string student;
  TableOptions table;
};

/// As the batch wrote its own; one of an earlier version says nothing about that.
TableFormat format_of(const batch::Gradebook& book) try {
  return batch_options_from(book.options()).table;
} catch (const UsageError&) {
  return {};
}

/// The rows of one student.
std::vector<batch::GradeRow> rows_of(const batch::Student& student,
                                     const std::vector<batch::Attempt>& attempts,
                                     const GradebookOptions& options) {
  std::vector<batch::Attempt> chosen;
  if (options.all || (options.late && !options.best && !options.last)) {
    chosen = attempts;
  } else if (!attempts.empty()) {
    const batch::Attempt* best = options.best ? batch::best_of(attempts) : nullptr;
    chosen.push_back(best != nullptr ? *best : attempts.back());
  }
  if (options.late) std::erase_if(chosen, [](const batch::Attempt& each) { return !each.is_late; });
  std::vector<batch::GradeRow> rows;
  batch::GradeRow row;
  row.student = student;
  row.attempts = attempts.size();
  row.status = Status::not_submitted;
  if (chosen.empty()) return options.late ? rows : std::vector<batch::GradeRow>{row};
  for (const batch::Attempt& attempt : chosen) {
    row.status = attempt.score ? Status::graded : Status::pending;
    row.attempt = attempt;
    row.message = attempt.note;
    rows.push_back(row);
  }
  return rows;
}

int run(const GradebookOptions& options) {
  if (int{options.best} + int{options.last} + int{options.all} > 1)
    throw UsageError("--best, --last and --all exclude one another\n  give only one of them");
  const batch::Gradebook book = open_gradebook(options.folder);
  std::vector<batch::GradeRow> rows;
  std::set<std::string> labs;  // folders' names, which sort in course order
  bool is_known = options.student.empty();
  for (const batch::Student& student : book.students()) {
    if (!options.student.empty() && student.id != options.student) continue;
    is_known = true;
    for (batch::GradeRow& row : rows_of(student, book.attempts(student.id), options)) {
      if (row.attempt) {
        for (const auto& [lab, score] : row.attempt->labs) labs.insert(lab);
      }
      rows.push_back(std::move(row));
    }
  }
  if (!is_known)
    throw UsageError(
        fmt::format("no student of the last batch has the id '{}'\n  leave out --student to see all",
                    batch::printable_line(options.student)));
  say::print("{}",
             batch::grades_table(rows, {labs.begin(), labs.end()}, options.table.format(format_of(book))));
  return kGraded;
}

}  // namespace

Run gradebook(CommandOptions& command) {
  const auto options = std::make_shared<GradebookOptions>();
  command.positional("RESULTS", options->folder, "The folder that you gave `batch` as --out");
  command.flag("--best", options->best, "Show the attempt with the most points; of several, the first");
  command.flag("--last", options->last, "Show the last attempt (default)");
  command.flag("--all", options->all, "Show a row for each attempt");
  command.flag("--late", options->late,
               "Show only late work: of the best or the last attempts, by default of all");
  options->table.add_to(command);
  command.option("--student", options->student, "Only this student", "ID");
  return [options] { return run(*options); };
}

}  // namespace mergelab::app
