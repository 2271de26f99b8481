// mergelab run N: one lab as a student sees it, from the student's own files, on the course's cases or on own
// arrays.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/report_file.hpp"
#include "app/run_record.hpp"
#include "app/setup.hpp"
#include "app/verbs.hpp"
#include "app/where_next.hpp"
#include "course/course.hpp"
#include "report/report.hpp"
#include "score/score.hpp"

namespace mergelab::app {
namespace {

struct Options {
  GradingOptions grading;
  ReportOptions report;
  std::string lab;
  std::filesystem::path folder, array_a, array_b;
};

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

std::vector<Family> own_arrays_family(const Options& options) {
  CaseSpec spec;
  spec.name = "arrays";
  spec.generator = "literal";
  spec.keys_a = read_sorted(options.array_a);
  spec.keys_b = read_sorted(options.array_b);
  Family family;
  family.name = "own";
  family.cases = {spec};
  return {family};
}

int run(const Options& options) {
  Setup setup(options.grading);
  const Lab& lab = course::find_lab(setup.course(), options.lab);
  if (options.array_a.empty() != options.array_b.empty()) {
    throw UsageError("--a and --b go together: a merge takes two arrays");
  }
  const ReportFile file(options.report.json);
  const bool own_arrays = !options.array_a.empty();
  const std::filesystem::path folder = submission_folder(options.folder, setup.course());
  const submission::Sources sources = student_sources(setup.course(), lab, folder);
  const LabResult result =
      own_arrays ? setup.grader().grade_as(own_arrays_lab(lab), own_arrays_family(options), sources)
                 : setup.grader().grade(restrict_to(setup.course(), lab, options.grading.only), sources);
  setup.progress().clear();
  const report::TextStyle style =
      text_style(options.grading.text, file.text(), rerun_command(options.grading, options.folder));
  if (!options.grading.text.quiet) fmt::print(file.text(), "{}\n", report::lab_text(result, style));
  if (!own_arrays && options.grading.only.empty()) {
    const StudentState state =
        record_run(StateFile(setup.course(), folder), setup.course(), lab, sources, result);
    const bool is_full = result.score && *result.score >= result.max_score;
    if (is_full && !options.grading.text.quiet) {
      const Place place{setup.course(), options.grading.course, options.folder};
      fmt::print(file.text(), "{}", next_words(place, state, &lab));
    }
  }
  if (file.is_wanted()) {
    Grading grading = setup.empty_grading(sources.at(lab.name).file.string());
    grading.asked = {lab.name};
    grading.labs = {result};
    score::total(grading);
    file.write(report::to_json(grading));
    file.announce();
  }
  if (!result.score) return kGraderFailed;
  return options.report.strict && *result.score < result.max_score ? kPointsLost : kGraded;
}

}  // namespace

Run run(Words& words) {
  const auto options = std::make_shared<Options>();
  words.positional("N", options->lab, "The lab: a number or a name");
  words.option("--dir", options->folder, "Folder with your files instead of labs/", "DIR");
  words.option("--case", options->grading.only,
               "One item (ties), group of items (keys) or case (ties/two_keys)", "NAME");
  words.option("--a", options->array_a, "Your own array A: sorted int32, .npy", "FILE");
  words.option("--b", options->array_b, "Your own array B", "FILE");
  add_grading(words, options->grading, options->report);
  return [options] { return run(*options); };
}

}  // namespace mergelab::app
