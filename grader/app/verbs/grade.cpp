// mergelab grade DIR: a whole submission, a table, a report.
#include "app/batch/late_work.hpp"
#include "app/grading/report_file.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "course/time.hpp"
#include "score/score.hpp"
#include "submission/source_file.hpp"

namespace mergelab::app {
namespace {

/// The results that `--resume` keeps, by lab.
struct Resumed {
  std::map<std::string, LabResult> asked;   // of the labs that were asked for: not graded again
  std::map<std::string, LabResult> others;  // that were not asked for: they stay in the report
  std::set<std::string> was_asked;          // what the earlier report was to have
};

bool is_asked(const std::vector<const Lab*>& asked, const std::string& name) {
  return std::ranges::any_of(asked, [&](const Lab* lab) { return lab->name == name; });
}

/// Throws std::runtime_error when the file is not a report.
Grading read_report(const std::filesystem::path& json) {
  return report::from_json(base::read_file(json).value_or(""));
}

/// Reads the results that still hold: those with a score, whose fingerprint is the lab's in `inputs`. Nothing
/// without a report. Throws UsageError when the file is not a report, and when the result of a lab that was
/// not asked for no longer holds: it would be lost.
Resumed resume(const std::filesystem::path& json, const std::vector<const Lab*>& asked,
               const std::map<std::string, std::string>& inputs) {
  Resumed resumed;
  if (!std::filesystem::exists(json)) return resumed;
  Grading earlier;
  try {
    earlier = read_report(json);
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("{}: {}\n  leave out --resume to grade again, which replaces the report",
                                 json.string(), error.what()));
  }
  resumed.was_asked = {earlier.asked.begin(), earlier.asked.end()};
  std::vector<std::string> outdated;
  for (LabResult& result : earlier.labs) {
    const bool was_asked = is_asked(asked, result.name);
    const auto now = inputs.find(result.name);
    if (result.score && now != inputs.end() && now->second == result.inputs) {
      (was_asked ? resumed.asked : resumed.others)[result.name] = std::move(result);
    } else if (!was_asked) {
      outdated.push_back(result.name);
    }
  }
  if (!outdated.empty())
    throw UsageError(
        fmt::format("{} has outdated results: {}\n  leave out --lab to grade what has changed, or leave out "
                    "--resume to replace the report",
                    json.string(), fmt::join(outdated, ", ")));
  return resumed;
}

/// Labs of the same submission in the report that is there, which a grading of `asked` drops.
std::vector<std::string> dropped_labs(const std::filesystem::path& json, const std::vector<const Lab*>& asked,
                                      const std::string& submission) {
  std::vector<std::string> dropped;
  if (!std::filesystem::is_regular_file(json)) return dropped;  // a device would be waited for
  try {
    const Grading earlier = read_report(json);
    if (earlier.submission != submission) return {};
    for (const LabResult& result : earlier.labs) {
      if (!is_asked(asked, result.name)) dropped.push_back(result.name);
    }
  } catch (const std::runtime_error&) {
    return {};  // not a report
  }
  return dropped;
}

struct GradeVerbOptions {
  GradingOptions grading;
  ReportOptions report;
  fs::path submission;
  std::vector<std::string> labs;
  std::vector<std::string> emitted;  // NAME=PATH
  std::string submitted;             // when; a time, or a file that says it
  fs::path observations;             // a file that they are kept in; empty: they are not
  bool resume = false;
};

/// What an earlier grading observed. Throws std::runtime_error for a file that holds something else.
std::unique_ptr<ObservedRuns> known_observations(const fs::path& file) {
  if (file.empty()) return nullptr;
  const std::optional<std::string> text = base::read_file(file, report::kLongestReport);
  return text && !text->empty() ? std::make_unique<ObservedRuns>(*text) : std::make_unique<ObservedRuns>();
}

/// The report on disk, replaced whenever a lab is done.
class LiveReport {
 public:
  LiveReport(const ReportFile& file, const EmittedFiles& emitted, const Course& course,
             const fs::path& submission, Grading grading, const std::map<std::string, std::string>& inputs,
             const Resumed& resumed, std::optional<Moment> submitted)
      : file_(file),
        emitted_(emitted),
        submission_(submission),
        course_(course),
        inputs_(inputs),
        submitted_(submitted),
        grading_(std::move(grading)) {
    for (const auto& kept : {resumed.others, resumed.asked}) {
      for (const auto& [name, result] : kept) keep(result);
    }
  }

  /// Takes a lab's result in.
  void keep(LabResult result) {
    deduct_late(course_, submitted_, result);
    result.inputs = inputs_.at(result.name);
    const submission::LabFile file = submission::find_lab_file(submission_, *course_.find_lab(result.name));
    result.file = file.path.lexically_relative(submission_).string();
    results_[result.name] = std::move(result);
  }
  void write() {
    update();
    try {
      if (!file_.is_stdout()) file_.write(report::to_json(grading_));
      emitted_.write(grading_);
    } catch (const std::runtime_error&) {  // write_all() tries again, and says it
    }
  }
  /// What other formats show until the first lab is done: an earlier grade there must not pass for this one.
  void begin() {
    update();
    emitted_.write(grading_);
  }
  const Grading& finish() {
    update();
    return grading_;
  }
  /// The whole report. If one file can't be written, the others are; throws for the first failure.
  void write_all() const {
    FirstFailure failure;
    failure.attempt([&] { file_.write(report::to_json(grading_)); });
    failure.attempt([&] { emitted_.write_all(grading_); });
    failure.rethrow();
  }

 private:
  /// All results, in course order.
  void update() {
    grading_.labs.clear();
    for (const Lab& lab : course_.labs) {
      const auto result = results_.find(lab.name);
      if (result != results_.end()) grading_.labs.push_back(result->second);
    }
    const auto now = std::chrono::steady_clock::now();
    grading_.duration_s = std::chrono::duration<double>(now - begin_).count();
    score::total(grading_);
  }

  const ReportFile& file_;
  const EmittedFiles& emitted_;
  const fs::path& submission_;
  const Course& course_;
  const std::map<std::string, std::string>& inputs_;  // fingerprints of all labs
  std::optional<Moment> submitted_;
  Grading grading_;
  std::map<std::string, LabResult> results_;  // by lab
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// A folder without any lab's file, or with one that can't be read, is a mistake in the call, not a
/// submission worth 0 points.
void demand_lab_file(const Course& course, const fs::path& submission) {
  const auto is_there = [&](const Lab& lab) {
    return submission::find_lab_file(submission, lab).state != submission::FileState::missing;
  };
  const std::string unreadable = submission::unreadable_lab_file(course, submission);
  if (!unreadable.empty())
    throw UsageError(fmt::format("in {}, {}\n  nothing was graded: let this user read it, and grade again",
                                 submission.string(), unreadable));
  for (const Lab& lab : course.labs) {
    const submission::LabFile file = submission::find_lab_file(submission, lab);
    const std::string name = file.path.filename().string();
    if (file.state == submission::FileState::present && name != lab.file)
      say::print(stderr, "note: {} is used as {}\n", submission::quoted_name(name), lab.file);
  }
  if (std::ranges::any_of(course.labs, is_there)) return;
  std::string expected;
  for (const Lab& lab : course.labs) {
    const std::string near = submission::find_lab_file(submission, lab).reason;
    expected += fmt::format("\n    {}{}", (submission / lab.name / lab.file).string(),
                            near.empty() ? "" : "  (" + near + ")");
  }
  throw UsageError(
      fmt::format("no lab file found in {}\n  expected at least one of{}", submission.string(), expected));
}

/// What --resume keeps of the present report; otherwise says what is lost with it.
Resumed look_at_earlier(const GradeVerbOptions& options, const ReportFile& file,
                        const std::vector<const Lab*>& labs, const std::map<std::string, std::string>& inputs,
                        const std::string& submission) {
  if (!options.resume) {
    if (file.is_stdout()) return {};
    const std::vector<std::string> dropped = dropped_labs(file.path(), labs, submission);
    if (!dropped.empty()) {
      say::print(stderr, "note: {} will no longer have {}; --resume keeps them\n", file.path().string(),
                 fmt::join(dropped, ", "));
    }
    return {};
  }
  Resumed resumed = resume(file.path(), labs, inputs);
  if (!options.grading.text.quiet)
    say::print(stderr, "{} of {} labs are kept from {}{}\n", resumed.asked.size(), labs.size(),
               file.path().string(),
               resumed.others.empty() ? ""
                                      : fmt::format(", with {} that {} not asked for", resumed.others.size(),
                                                    resumed.others.size() == 1 ? "was" : "were"));
  return resumed;
}

/// Those that are asked for now, and those that a resumed report was to have.
std::vector<std::string> asked_labs(const Course& course, const std::vector<const Lab*>& now,
                                    const Resumed& resumed) {
  std::vector<std::string> names;
  for (const Lab& lab : course.labs) {
    const bool asked = std::ranges::find(now, &lab) != now.end() || resumed.was_asked.contains(lab.name);
    if (asked) names.push_back(lab.name);
  }
  return names;
}

int grade(const GradeVerbOptions& options) {
  const bool in_part = !options.grading.only.empty();
  if (options.resume && in_part)
    throw UsageError("--resume applies to whole labs: leave out --resume or --case");
  if (options.resume && options.report.json == "-")
    throw UsageError("--resume needs a report in a file, not --json -");
  if (!options.emitted.empty() && in_part)
    throw UsageError("--emit writes a grade, but part of a lab has none: leave out --emit or --case");
  if (!options.observations.empty() && in_part)
    throw UsageError("--observations applies to whole labs: leave out --observations or --case");
  Setup setup(options.grading);
  const Course& course = setup.course();
  const std::unique_ptr<ObservedRuns> observed = known_observations(options.observations);
  if (observed) setup.keep_observations(observed.get());
  const std::vector<const Lab*> labs =
      labs_with(course, graded_labs(course, options.labs), options.grading.only);
  const fs::path submission = submission_folder(options.submission, course);
  demand_lab_file(course, submission);
  // A part of a lab must not replace the report of a whole grading.
  const ReportFile file(options.report.json.empty() && !in_part ? "report.json" : options.report.json);

  const EmittedFiles emitted(options.emitted, file.path());
  std::FILE* text = emitted.takes_stdout() ? stderr : file.text();

  Grading empty = setup.empty_grading(submission.lexically_normal().string());
  const std::optional<Moment> submitted = submission_time(options.submitted, course);
  if (!submitted && !options.grading.text.quiet) note_deadlines(course);
  if (empty.settings)
    empty.settings->submitted = submitted ? course::time_text(*submitted, course.settings.zone) : "";
  std::map<std::string, std::string> inputs;
  for (const Lab& lab : course.labs)
    inputs[lab.name] = fingerprint(course, lab, submission, options.grading, empty);
  const Resumed resumed = look_at_earlier(options, file, labs, inputs, empty.submission);
  empty.asked = asked_labs(course, labs, resumed);
  LiveReport live(file, emitted, course, submission, empty, inputs, resumed, submitted);
  live.begin();

  const report::TextStyle style =
      text_style(options.grading.text, text, rerun_command(options.grading, options.submission));
  const auto done = [&](const LabResult& result) {
    live.keep(result);
    live.write();
    setup.progress().finish(result.name);
    if (options.grading.text.verbose && !options.grading.text.quiet) {
      setup.progress().clear();
      say::print(text, "{}\n", report::lab_text(result, style));
      std::fflush(text);
    }
  };
  CourseGrader grader(course, setup.grader(), submission, options.grading.only, done, resumed.asked);
  static_cast<void>(grader.grade(labs, setup.jobs()));
  const Grading& grading = live.finish();
  setup.progress().clear();
  FirstFailure failure;
  failure.attempt([&] { live.write_all(); });
  failure.attempt([&] {
    if (observed) base::write_atomically(options.observations, observed->text());
  });
  if (!options.grading.text.quiet) say::print(text, "{}\n", report::table_text(grading, style));
  failure.rethrow();
  file.announce("report", text);
  if (!grading.score) return kGraderFailed;
  return options.report.strict && *grading.score < grading.max_score ? kPointsLost : kGraded;
}

}  // namespace

Run grade(CommandOptions& command) {
  const auto options = std::make_shared<GradeVerbOptions>();
  command.positional("DIR", options->submission, "The submission");
  command.labs(options->labs);
  command.option("--case", options->grading.only,
                 "Grade only this item, group or case of each lab; writes no report unless --json is given",
                 "NAME");
  command.flag("--resume", options->resume,
               "Keep the labs that the report already has and that have not changed");
  command.option(
      "--emit", options->emitted,
      "Also write the report in a course system's format (`emit --formats` lists them; may be repeated)",
      "NAME=PATH");
  command.option("--observations", options->observations,
                 "Store all observations in this file, including those of hidden cases, and reuse those that "
                 "are still valid",
                 "FILE");
  command.secret_file(options->grading.secret_file);
  command.settings(options->grading.settings);
  command.option("--submitted", options->submitted,
                 "Time of submission, for deadlines: a time, or a JSON file with \"created_at\"",
                 "TIME|FILE");
  command.isolation(options->grading.require_isolation);
  options->grading.official = true;
  add_grading(command, options->grading, options->report);
  command.jobs(options->grading.jobs);
  return [options] { return grade(*options); };
}

}  // namespace mergelab::app
