// mergelab regrade: a batch's submissions graded again after a change of points, cases or the grader; first
// it says whose score moves.
#include <fstream>

#include "app/batch/batch_run.hpp"
#include "app/batch/slurm.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "batch/text.hpp"
#include "report/phrases.hpp"
#include "score/score.hpp"

namespace mergelab::app {
namespace {

using batch::Status;

/// An attempt's old and new result.
struct Move {
  batch::Attempt attempt;
  std::string name;  // of the student
  Grading now;       // without what late work loses
  [[nodiscard]] bool is_move() const {
    return attempt.score != now.score || attempt.max_score != now.max_score;
  }
};

class Regrade {
 public:
  /// `late` is of the current course. All of them outlive it.
  Regrade(Setup& setup, BatchSetting setting, batch::Gradebook& book, const batch::OutputFolder& out,
          LateWork& late)
      : setup_(setup),
        setting_(std::move(setting)),
        book_(book),
        out_(out),
        late_(late),
        empty_(setup.empty_grading("")),
        labs_(graded_labs(setup.course(), setting_.labs)) {
    empty_.asked = setting_.labs;
  }

  /// Scores again all that holds, running nothing.
  void score() {
    const std::vector<std::int64_t> submissions = book_.submissions();
    count_ = submissions.size();
    for (std::size_t i = 0; i < submissions.size(); ++i) {
      if (setup_.progress().is_terminal())
        setup_.progress().note("regrade", fmt::format("scoring {}/{}", i + 1, count_));
      score_one(submissions[i]);
    }
    setup_.keep_observations(nullptr);
  }
  /// How many submissions must run, in part or as a whole: more than points has changed.
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
  /// Runs them. Returns 0, or the signal that asked it to stop; what is done is kept as drafts. Those for
  /// whom the grader failed stay waiting.
  [[nodiscard]] int run_waiting() {
    std::vector<std::int64_t> queue(waiting_.rbegin(), waiting_.rend()), failed;
    const std::size_t all = queue.size();
    std::map<pid_t, std::int64_t> running;
    Children children;
    const auto path = [&](std::int64_t submission, const char* ending) {
      return out_.work() / (std::to_string(submission) + ending);
    };
    while (!queue.empty() || !running.empty()) {
      while (!queue.empty() && running.size() < setting_.jobs) {
        const std::int64_t submission = queue.back();
        queue.pop_back();
        const fs::path folder = path(submission, ""), json = path(submission, ".json");
        static_cast<void>(
            lay_out(submission, folder));  // score_one() or the judge refuses what can't be made
        if (const std::string known = book_.observations_of(submission); !known.empty())
          base::write_atomically(observations_beside(json), known);
        running[children.start(grade_words(setting_, folder, json), path(submission, ".log"))] = submission;
      }
      setup_.progress().note("regrade", fmt::format("running {}/{}", ran_ + failed.size() + 1, all));
      const Children::Event event = children.wait();
      if (event.stopped_by != 0) {
        children.stop_all();
        return event.stopped_by;
      }
      if (event.ended == 0) continue;
      const std::int64_t submission = running.extract(event.ended).mapped();
      try {
        if (event.code != kGraded) throw std::runtime_error("the grader failed");
        take(submission, path(submission, ".json"), path(submission, ".observations"));
      } catch (const batch::StorageError&) {
        throw;
      } catch (const std::runtime_error&) {
        failed.push_back(submission);
      }
      for (const char* ending : {"", ".json", ".log", ".observations"})
        fs::remove_all(path(submission, ending));
    }
    waiting_ = failed;
    return 0;
  }
  [[nodiscard]] std::size_t ran() const { return ran_; }
  [[nodiscard]] std::size_t count() const { return count_; }

  /// Each attempt that has a grading, and a new one. In the roster's order.
  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves;
    for (const batch::Student& student : book_.students()) {
      for (batch::Attempt& attempt : book_.attempts(student.id)) {
        const auto result = results_.find(attempt.submission);
        if (result == results_.end() || !attempt.score) continue;
        Grading counted = late_.counted(attempt, result->second.grading);
        moves.push_back({std::move(attempt), student.name, std::move(counted)});
      }
    }
    return moves;
  }
  /// Makes the new gradings those that count; all of them or none.
  void keep() {
    batch::Transaction whole(book_.database());
    book_.set_conditions(setting_.conditions, setting_.options);
    for (auto& [submission, result] : results_) {
      if (!result.observations) continue;
      result.grading.submission = book_.source_of(submission);
      static_cast<void>(book_.keep_grading(submission, result.grading, report::to_json(result.grading),
                                           *result.observations));
    }
    for (const batch::Student& student : book_.students()) static_cast<void>(late_.settled(student.id));
    book_.forget_drafts();
    whole.commit();
  }

 private:
  struct Result {
    Grading grading;
    std::optional<std::string> observations;  // empty: it is in the gradebook as it is
  };

  /// The submission's files as they were handed in, in a folder. Returns false if one can't be made anew.
  [[nodiscard]] bool lay_out(std::int64_t submission, const std::filesystem::path& folder) const {
    batch::Content content = book_.submission(submission);
    std::erase_if(content.files,
                  [&](const auto& file) { return setup_.course().find_lab(file.lab) == nullptr; });
    const bool is_plain =
        std::ranges::all_of(content.files, [](const auto& file) { return file.refusal.empty(); });
    if (!is_plain) return slurm::lay_out(setup_.course(), content, folder);
    for (const batch::ContentFile& file : content.files) {
      const fs::path path = folder / file.lab / setup_.course().find_lab(file.lab)->file;
      fs::create_directories(path.parent_path());
      std::ofstream(path, std::ios::binary) << file.bytes;
    }
    if (batch::read_content(setup_.course(), folder).is_same(content)) return true;
    throw base::WriteError(
        fmt::format("{} can't be written\n  free some space there; the same command then continues from here",
                    folder.string()));
  }
  void score_one(std::int64_t submission) {
    if (const std::int64_t known = book_.grading_under(setting_.conditions, submission)) {
      results_[submission] = {report::from_json(book_.report(known)), std::nullopt};
      return;
    }
    if (const std::optional<batch::Draft> draft = book_.draft(submission, setting_.conditions)) {
      results_[submission] = {report::from_json(draft->report), draft->observations};
      return;
    }
    const std::string text = book_.observations_of(submission);
    if (text.empty()) return waiting_.push_back(submission);
    ObservedRuns observed(text);
    setup_.keep_observations(&observed, false);
    const fs::path folder = out_.work() / std::to_string(submission);
    if (!lay_out(submission, folder))
      throw UsageError(
          fmt::format("{} contains a file that can't be recreated, so it can't be graded again\n  run the "
                      "batch, which reads it from its original place",
                      batch::printable_line(book_.source_of(submission))));
    Grading grading = empty_;
    try {
      CourseGrader grader(setup_.course(), setup_.grader(), folder, "", [](const LabResult&) {});
      grading.labs = grader.grade(labs_, 1);
    } catch (const NeedsRun&) {
      waiting_.push_back(submission);
    }
    if (!grading.labs.empty()) {
      for (LabResult& result : grading.labs) {
        const Lab& lab = *setup_.course().find_lab(result.name);
        result.file = submission::find_lab_file(folder, lab).path.lexically_relative(folder).string();
      }
      score::total(grading);
      results_[submission] = {std::move(grading), text};  // nothing ran: what was observed is what was known
    }
    fs::remove_all(folder);
  }
  void take(std::int64_t submission, const std::filesystem::path& json,
            const std::filesystem::path& observations) {
    batch::Draft draft{base::read_file(json, report::kLongestReport).value_or(""),
                       base::read_file(observations, report::kLongestReport).value_or("")};
    Grading grading = report::from_json(draft.report);  // throws for what is none
    if (!grading.score || !grading.complete) throw std::runtime_error("the grader failed");
    book_.keep_draft(submission, setting_.conditions, draft);
    results_[submission] = {std::move(grading), std::move(draft.observations)};
    ++ran_;
  }

  Setup& setup_;
  BatchSetting setting_;
  batch::Gradebook& book_;
  const batch::OutputFolder& out_;
  LateWork& late_;
  Grading empty_;  // before anything is graded
  std::vector<const Lab*> labs_;
  std::map<std::int64_t, Result> results_;  // by submission
  std::vector<std::int64_t> waiting_;
  std::size_t count_ = 0, ran_ = 0;
};

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
    if (std::ranges::none_of(move.now.labs, [&](const LabResult& each) { return each.name == was.first; }))
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
  if (again.waiting() > 0)
    say::print(stderr, "{} of {} must run again, because their cases or the grader have changed{}\n",
               again.waiting(), report::counted(again.count(), "submission"),
               options.no_run ? "; leave out --no-run to run them" : "; nothing was written yet");
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
    say::print("nothing was written; to write the grades: `{} --write`\n",
               base::command("regrade", quoted(options.folder.string())));
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
  command.secret_file(options->secret_file);
  add_text(command, options->text, "No progress");
  command.jobs(options->jobs, "Submissions graded at once; 0: one per processor");
  return [options] { return run(*options); };
}

}  // namespace mergelab::app
