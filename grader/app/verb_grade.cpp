// mergelab grade DIR: a whole submission, a table, a report.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "app/setup.hpp"
#include "report/report.hpp"
#include "score/score.hpp"

namespace mergelab::app {

int grade(const Settings& settings) {
  Setup setup(settings);
  const std::vector<const Lab*> labs = labs_with(setup.course(), setup.labs(), settings.only);
  const std::filesystem::path submission = submission_folder(settings, setup.course());
  const std::filesystem::path json = settings.json.empty() ? "report.json" : settings.json;
  const auto begin = std::chrono::steady_clock::now();

  Grading grading = setup.empty_grading(submission.lexically_normal().string());
  const auto write = [&] {
    grading.duration_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    score::total(grading, labs.size());
    report::write_atomically(json, report::to_json(grading));
  };
  report::check_writable(json);  // before minutes of work, not after
  const report::TextStyle style = text_style(settings);
  CourseGrader grader(setup.course(), setup.grader(), submission, settings.only,
                      [&](const LabResult& result) {
                        grading.labs.push_back(result);
                        write();
                        setup.progress().finish(result.name);
                        if (settings.verbose && !settings.quiet) {
                          setup.progress().clear();
                          fmt::print("{}\n", report::lab_text(result, style));
                          std::fflush(stdout);
                        }
                      });
  grading.labs = grader.grade(labs, setup.jobs());
  write();
  setup.progress().clear();
  if (!settings.quiet) {
    fmt::print("{}\n", report::table_text(grading, style));
  }
  fmt::print("report: {}\n", json.string());
  if (!grading.score) return kGraderFailed;
  return settings.strict && *grading.score < grading.max_score ? kPointsLost : kGraded;
}

}  // namespace mergelab::app
