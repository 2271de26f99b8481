// mergelab grade DIR: a whole submission, a table, a report.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>

#include "app/fingerprint.hpp"
#include "app/setup.hpp"
#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "report/report.hpp"
#include "score/score.hpp"

namespace mergelab::app {
namespace {

/// The results of an interrupted run that still hold: those with a score, whose lab has the same inputs now.
std::map<std::string, LabResult> results_that_hold(const std::filesystem::path& json,
                                                   const std::map<std::string, std::string>& inputs) {
  std::map<std::string, LabResult> known;
  if (!std::filesystem::exists(json)) return known;
  try {
    for (LabResult& result : report::from_json(base::read_file(json).value_or("")).labs) {
      const auto now = inputs.find(result.name);
      if (result.score && now != inputs.end() && now->second == result.inputs)
        known[result.name] = std::move(result);
    }
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("{}: {}\n  leave out --resume to grade anew, which replaces it",
                                 json.string(), error.what()));
  }
  return known;
}

/// The report on disk, replaced whenever a lab is done.
class LiveReport {
 public:
  LiveReport(std::filesystem::path file, Grading grading, std::map<std::string, std::string> inputs)
      : file_(std::move(file)), inputs_(std::move(inputs)), grading_(std::move(grading)) {
    base::check_writable(file_);  // before minutes of work, not after
  }

  /// Takes a lab's result in, in place of one that is there.
  void keep(LabResult result) {
    result.inputs = inputs_.at(result.name);
    const auto place = std::find_if(grading_.labs.begin(), grading_.labs.end(),
                                    [&](const LabResult& other) { return other.name == result.name; });
    if (place == grading_.labs.end()) {
      grading_.labs.push_back(std::move(result));
    } else {
      *place = std::move(result);
    }
  }
  void write() {
    const auto now = std::chrono::steady_clock::now();
    grading_.duration_s = std::chrono::duration<double>(now - begin_).count();
    score::total(grading_, inputs_.size());
    base::write_atomically(file_, report::to_json(grading_));
  }
  /// All results, in course order.
  void finish(std::vector<LabResult> results) {
    grading_.labs.clear();
    for (LabResult& result : results) keep(std::move(result));
    write();
  }
  [[nodiscard]] const Grading& grading() const { return grading_; }

 private:
  std::filesystem::path file_;
  std::map<std::string, std::string> inputs_;  // fingerprints of the labs that were asked for
  Grading grading_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

int grade(const Settings& settings) {
  Setup setup(settings);
  const std::vector<const Lab*> labs = labs_with(setup.course(), setup.labs(), settings.only);
  const std::filesystem::path submission = submission_folder(settings, setup.course());
  const std::filesystem::path json = settings.json.empty() ? "report.json" : settings.json;

  const Grading empty = setup.empty_grading(submission.lexically_normal().string());
  std::map<std::string, std::string> inputs;
  for (const Lab* lab : labs)
    inputs[lab->name] = fingerprint(setup.course(), *lab, submission, settings, empty);
  std::map<std::string, LabResult> known;
  if (settings.resume) known = results_that_hold(json, inputs);
  if (settings.resume && !settings.quiet) {
    fmt::print(stderr, "{} of {} labs are kept from {}\n", known.size(), labs.size(), json.string());
  }
  LiveReport live(json, empty, inputs);
  // What is kept is in the report from its first replacement on.
  for (const auto& [name, result] : known) live.keep(result);

  const report::TextStyle style = text_style(settings);
  const auto done = [&](const LabResult& result) {
    live.keep(result);
    live.write();
    setup.progress().finish(result.name);
    if (settings.verbose && !settings.quiet) {
      setup.progress().clear();
      fmt::print("{}\n", report::lab_text(result, style));
      std::fflush(stdout);
    }
  };
  CourseGrader grader(setup.course(), setup.grader(), submission, settings.only, done, known);
  live.finish(grader.grade(labs, setup.jobs()));
  setup.progress().clear();
  const Grading& grading = live.grading();
  if (!settings.quiet) {
    fmt::print("{}\n", report::table_text(grading, style));
  }
  fmt::print("report: {}\n", json.string());
  if (!grading.score) return kGraderFailed;
  return settings.strict && *grading.score < grading.max_score ? kPointsLost : kGraded;
}

}  // namespace mergelab::app
