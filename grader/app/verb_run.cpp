// mergelab run N: one lab as a student sees it, from the student's own files, on the course's cases or on own
// arrays.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "app/report_file.hpp"
#include "app/setup.hpp"
#include "course/course.hpp"
#include "report/report.hpp"
#include "score/score.hpp"

namespace mergelab::app {
namespace {

std::vector<int> read_sorted(const std::filesystem::path& file) {
  std::vector<int> keys = course::read_npy(file);
  const auto drop = std::is_sorted_until(keys.begin(), keys.end());
  if (drop != keys.end()) {
    const auto at = drop - keys.begin();
    throw UsageError(
        fmt::format("{} is not sorted: element {} is {}, after {}\n  a merge takes sorted arrays",
                    file.string(), at, *drop, *(drop - 1)));
  }
  return keys;
}

/// A lab whose one item is the two arrays given.
Lab own_arrays_lab(const Lab& lab) {
  Lab own = lab;
  Item item;
  item.id = "own";
  item.family = "own";
  item.about = "your own arrays";
  item.points = lab.points;
  item.backends = {Backend::cpu, Backend::gpu};
  own.items = {item};
  return own;
}

std::vector<Family> own_arrays_family(const Settings& settings) {
  CaseSpec spec;
  spec.name = "arrays";
  spec.generator = "literal";
  spec.keys_a = read_sorted(settings.array_a);
  spec.keys_b = read_sorted(settings.array_b);
  Family family;
  family.name = "own";
  family.cases = {spec};
  return {family};
}

}  // namespace

int run(const Settings& settings) {
  Setup setup(settings);
  const Lab& lab = course::find_lab(setup.course(), settings.lab);
  if (settings.array_a.empty() != settings.array_b.empty()) {
    throw UsageError("--a and --b go together: a merge takes two arrays");
  }
  std::optional<ReportFile> file;
  if (!settings.json.empty()) file.emplace(settings.json);
  std::FILE* const out = file ? file->text() : stdout;
  const bool own_arrays = !settings.array_a.empty();
  const submission::Sources sources =
      student_sources(setup.course(), lab, submission_folder(settings, setup.course()));
  const LabResult result =
      own_arrays ? setup.grader().grade_as(own_arrays_lab(lab), own_arrays_family(settings), sources)
                 : setup.grader().grade(restrict_to(setup.course(), lab, settings.only), sources);
  setup.progress().clear();
  report::TextStyle style = text_style(settings, out);
  if (!settings.submission.empty()) style.rerun += fmt::format(" --dir {}", settings.submission.string());
  fmt::print(out, "{}\n", report::lab_text(result, style));
  if (file) {
    Grading grading = setup.empty_grading(sources.at(lab.name).string());
    grading.labs = {result};
    score::total(grading, 1);
    file->write(report::to_json(grading));
    file->announce();
  }
  if (!result.score) return kGraderFailed;
  return settings.strict && *result.score < result.max_score ? kPointsLost : kGraded;
}

}  // namespace mergelab::app
