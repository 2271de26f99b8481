// mergelab regrade: a batch's submissions graded again after a change of points, cases or the grader; first
// it says whose score moves.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "app/batch/regrade.hpp"
#include "app/command_line/errors.hpp"
#include "app/command_line/say.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/program_name.hpp"
#include "base/read_file.hpp"
#include "batch/grades_table.hpp"
#include "batch/text.hpp"
#include "report/phrases.hpp"
#include "report/report.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;
using batch::Status;

constexpr std::size_t kMostTable = std::size_t{256} << 20U;

struct RegradeOptions {
  fs::path folder;
  fs::path course, secret_file;
  std::optional<fs::path> settings;
  TextOptions text;
  unsigned jobs = 0;
  bool write = false, no_run = false;
};

BatchOptions batch_options(const RegradeOptions& options, const batch::Gradebook& book) {
  BatchOptions batch = batch_options_from(book.options());
  if (!options.course.empty()) batch.grading.course = options.course;
  if (!options.secret_file.empty()) batch.grading.secret_file = options.secret_file;
  if (options.settings) batch.grading.settings = options.settings;
  batch.grading.jobs = options.jobs;
  batch.grading.text = options.text;
  return batch;
}

/// "17.5 -> 20", of what a lab or a total had and has.
std::string change(std::optional<Points> before, Points max_before, std::optional<Points> now,
                   Points max_now) {
  const auto text = [](std::optional<Points> score) { return score ? to_string(*score) : "no score"; };
  return max_before == max_now
             ? fmt::format("{} -> {}", text(before), text(now))
             : fmt::format("{} of {} -> {} of {}", text(before), max_before, text(now), max_now);
}

/// The labs that moved: "04_tiled_kernel 17.5 -> 20".
std::string lab_changes(const Move& move) {
  std::string changes;
  const auto add = [&](const std::string& text) { changes += (changes.empty() ? "" : ", ") + text; };
  std::map<std::string, batch::LabScore> before = move.attempt.labs;
  for (const LabResult& lab : move.now.labs) {
    const auto found = before.find(lab.name);
    if (found == before.end()) {
      add(fmt::format("{} is new, {}", lab.name, change(Points(), lab.max_score, lab.score, lab.max_score)));
      continue;
    }
    const batch::LabScore& was = found->second;
    if (was.max_score != lab.max_score || was.score != lab.score)
      add(fmt::format("{} {}", lab.name, change(was.score, was.max_score, lab.score, lab.max_score)));
    before.erase(found);
  }
  for (const auto& was : before) {
    if (std::none_of(move.now.labs.begin(), move.now.labs.end(),
                     [&](const LabResult& each) { return each.name == was.first; }))
      add(was.first + " no longer counts");
  }
  return changes;
}

/// Who moves, and how many do.
void print_moves(const std::vector<Move>& moves) {
  std::size_t up = 0, down = 0, moved = 0;
  for (const Move& move : moves) {
    if (!move.is_move()) continue;
    ++moved;
    const batch::Attempt& was = move.attempt;
    const double before = was.max_score > 0 ? was.score.value_or(0) / was.max_score : 0;
    const double now = move.now.max_score > 0 ? move.now.score.value_or(0) / move.now.max_score : 0;
    up += now > before ? 1 : 0;
    down += now < before ? 1 : 0;
    say::print("{}, attempt {}: {} ({})\n", batch::printable_line(was.student), was.number,
               change(was.score, was.max_score, move.now.score, move.now.max_score), lab_changes(move));
  }
  say::print("{}: {} unchanged, {} changed; {} lower, {} higher\n", report::counted(moves.size(), "attempt"),
             moves.size() - moved, moved, down, up);
}

/// The reports and the table, as the gradebook now has it.
void write_results(batch::Gradebook& book, LateWork& late, const batch::OutputFolder& out,
                   const std::vector<std::string>& labs, TableFormat format) {
  std::vector<batch::GradeRow> rows =
      batch::rows_of_table(base::read_file(out.grades(), kMostTable).value_or(""), book.students());
  const std::size_t students = book.students().size();
  for (std::size_t i = 0; i < students; ++i) {
    batch::GradeRow& row = rows[i];
    const std::vector<batch::Attempt> attempts = late.settled(row.student.id);
    row.attempts = attempts.size();
    if (attempts.empty() || row.status != Status::graded) continue;
    row.attempt = attempts.back();
    const std::int64_t grading = row.attempt->grading;
    const std::string made_of = report_key(grading, late.key(*row.attempt));
    if (book.reported(row.student.id) == made_of) continue;
    write_reports(late.counted(*row.attempt, report::from_json(book.report(grading))), row.student.id, out);
    book.set_reported(row.student.id, grading, made_of);
  }
  base::write_atomically(out.grades(), batch::grades_table(rows, labs, format));
}

int run(const RegradeOptions& options) {
  const batch::OutputFolder out(options.folder);
  batch::Gradebook book(out.gradebook(), false);
  const BatchOptions batch = batch_options(options, book);
  Setup setup(batch.grading);
  const BatchSetting setting = batch_setting(setup, batch, setup.empty_grading(""), out.work());
  LateWork late(setup.course(), book, batch.times_of_files);
  Regrade again(setup, setting, book, out, late);
  again.score();
  setup.progress().clear();
  if (again.waiting() > 0) {
    say::print(stderr, "{} of {} must run again, because their cases or the grader have changed{}\n",
               again.waiting(), report::counted(again.count(), "submission"),
               options.no_run ? "; leave out --no-run to run them" : "; nothing was written yet");
  }
  if (!options.no_run) {
    if (const int stopped_by = again.run_waiting()) {
      setup.progress().clear();
      say::print(stderr, "stopped; finished runs are kept, and the same command continues from here\n");
      return kSignalled + stopped_by;
    }
  }
  setup.progress().clear();
  const std::vector<Move> moves = again.moves();
  print_moves(moves);
  if (again.waiting() > 0) {
    say::print(stderr, "{}\n",
               options.no_run
                   ? "nothing was written"
                   : "the grader failed for some submissions, so nothing was written: run it again");
    return options.no_run && !options.write ? kGraded : kGraderFailed;
  }
  if (!options.write) {
    say::print("nothing was written; to write the grades: `{} regrade {} --write`\n", base::program_name(),
               quoted(options.folder.string()));
    return kGraded;
  }
  again.keep();
  write_results(book, late, out, setting.labs, setting.table);
  say::print("grades: {}\n", (options.folder / "grades.csv").string());
  return kGraded;
}

}  // namespace

Run regrade(CommandOptions& command) {
  const auto options = std::make_shared<RegradeOptions>();
  command.positional("RESULTS", options->folder, "The folder that you gave `batch` as --out");
  command.flag("--write", options->write, "Write the new grades, after showing whose score changes");
  command.flag("--no-run", options->no_run,
               "Only score the stored observations, without running submissions");
  command.course(options->course);
  command.settings(options->settings);
  command.option("--secret-file", options->secret_file,
                 "Use this file's line as the secret of the hidden cases", "FILE");
  add_text(command, options->text, "No progress");
  command.jobs(options->jobs, "Submissions graded at once; 0: one per processor");
  return [options] { return run(*options); };
}

}  // namespace mergelab::app
