// mergelab trace N: what a student's function did with a small case, step by step.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/chosen_case.hpp"
#include "app/own_arrays.hpp"
#include "app/report_file.hpp"
#include "app/setup.hpp"
#include "app/verbs.hpp"
#include "course/course.hpp"
#include "report/report.hpp"

namespace mergelab::app {
namespace {

struct Options {
  GradingOptions grading;
  std::string lab, case_name;
  ByHand by_hand;
  std::filesystem::path folder, json;
  std::uint64_t block = 0;
  bool with_reference = false;
};

/// What is shown where nothing is asked for: ties, several blocks, and several rounds in each.
struct Shown {
  std::vector<int> a{1, 4, 6, 6, 9, 12, 15, 18, 20, 22, 25, 27};
  std::vector<int> b{2, 3, 6, 7, 8, 10, 11, 13, 16, 21, 23, 28};
  std::int64_t section = 16, tile = 6;
};

struct Subject {
  Lab lab;  // with one item
  Family family;
  std::int64_t keys = 0;
};

std::int64_t most_keys(const Lab& lab, const Item& item, const Family& family, const CaseSpec& spec,
                       std::uint64_t seed) {
  std::int64_t most = 0;
  for (const judge::Arrays& arrays : case_arrays({&lab, &item, &family, &spec}, seed))
    most = std::max(most, static_cast<std::int64_t>(arrays.a.size() + arrays.b.size()));
  return most;
}

/// " add --section 64 --tile 32": a shape in which the case is small enough; "" where there is none.
std::string smaller_shape(const Lab& lab, const ChosenCase& chosen, const CaseSpec& spec,
                          std::uint64_t seed) {
  CaseSpec small = spec;
  small.section.reset();
  small.tile.reset();
  for (const std::int64_t section : {128, 64, 32, 16, 8}) {
    Lab shape = lab;
    shape.section = section;
    shape.tile = section / 4;
    const std::int64_t keys = most_keys(shape, *chosen.item, *chosen.family, small, seed);
    if (keys <= kMostTracedKeys && keys > 0)
      return fmt::format("\n  with --section {} --tile {} it has {}", section, section / 4, keys);
  }
  return "\n  give arrays of your own: --a 1,4,6 --b 2,3";
}

/// The case that is named, in the lab's shape or the one that is given. Throws UsageError.
Subject named_case(const Options& options, const Course& course, const Lab& lab) {
  const ChosenCase chosen = choose_case(course, options.lab, options.case_name);
  if (chosen.family->hidden)
    throw UsageError(
        fmt::format("'{}' is a hidden case, and a trace would show it\n  `list --cases` shows the others",
                    options.case_name));
  Subject subject{lab, *chosen.family, 0};
  CaseSpec spec = *chosen.spec;
  if (!options.by_hand.section.empty()) spec.section.reset();
  if (!options.by_hand.tile.empty()) spec.tile.reset();
  const std::uint64_t seed = options.grading.seed;
  subject.keys = most_keys(lab, *chosen.item, *chosen.family, spec, seed);
  if (subject.keys > kMostTracedKeys) {
    throw UsageError(fmt::format("'{}' has {} keys, and a trace shows up to {}{}", options.case_name,
                                 subject.keys, kMostTracedKeys, smaller_shape(lab, chosen, spec, seed)));
  }
  Item item = *chosen.item;
  item.kind = ItemKind::correctness;
  item.checker = CheckerRule::none;
  item.metric.clear();
  item.value = ValueType::int32;
  item.checks = true;
  item.backends = {Backend::cpu};
  subject.lab.items = {item};
  subject.family.cases = {spec};
  return subject;
}

Subject of_arrays(const Lab& lab, std::vector<int> a, std::vector<int> b) {
  const auto keys = static_cast<std::int64_t>(a.size() + b.size());
  Subject subject{own_arrays_lab(lab), own_arrays_family(std::move(a), std::move(b)), keys};
  subject.lab.items.front().backends = {Backend::cpu};
  subject.lab.items.front().checks = true;
  return subject;
}

Subject own_case(const Options& options, const Lab& lab) {
  std::vector<int> a = keys_from(*options.by_hand.a, "--a"), b = keys_from(*options.by_hand.b, "--b");
  const auto keys = static_cast<std::int64_t>(a.size() + b.size());
  if (keys > kMostTracedKeys)
    throw UsageError(
        fmt::format("--a and --b have {} keys together, and a trace shows up to {}", keys, kMostTracedKeys));
  return of_arrays(lab, std::move(a), std::move(b));
}

Subject chosen_subject(const Options& options, const Course& course, const Lab& lab) {
  const bool with_case = !options.case_name.empty();
  options.by_hand.check();
  if (with_case && options.by_hand.has_arrays())
    throw UsageError("--case and --a, --b are two ways to say the same: give one");
  Lab in_shape = shaped(lab, options.by_hand, with_case);
  if (with_case) return named_case(options, course, in_shape);
  const Shown shown;
  if (options.by_hand.section.empty()) in_shape.section = shown.section;
  if (options.by_hand.tile.empty()) in_shape.tile = shown.tile;
  if (options.by_hand.has_arrays()) return own_case(options, in_shape);
  return of_arrays(in_shape, shown.a, shown.b);
}

int blocks_of(const Trace& trace) {
  int blocks = 0;
  for (const TracedLaunch& launch : trace.launches)
    blocks = std::max(blocks, launch.first_block + launch.blocks);
  return std::max(blocks, 1);
}

int trace(Options options) {
  options.grading.trace = true;
  const Course course = course::load(course_root(options.grading.course));
  const Lab& lab = course::find_lab(course, options.lab);
  const Subject subject = chosen_subject(options, course, lab);
  options.grading.trace_k = asked_rank(lab, options.by_hand, subject.keys);
  const ReportFile file(options.json);
  Setup setup(options.grading);
  const submission::Sources sources =
      student_sources(setup.course(), lab, submission_folder(options.folder, setup.course()));
  const LabResult result = setup.grader().grade_as(subject.lab, {subject.family}, sources);
  setup.progress().clear();
  const ItemResult& item = result.items.front();
  const std::string again = rerun_command(options.grading, options.folder);
  if (item.tests.empty() || !item.tests.front().outcome.trace) {
    fmt::print(file.text(), "{}\n",
               report::lab_text(result, text_style(options.grading.text, file.text(), again)));
    if (!result.score) return kGraderFailed;
    fmt::print(file.text(), "There is no trace of it.\n");
    return kGraded;
  }
  Trace seen = *item.tests.front().outcome.trace;
  seen.title = lab.title;
  if (subject.family.name == "own")
    seen.case_name = options.by_hand.has_arrays() ? "your arrays" : "built-in arrays";
  if (options.block >= static_cast<std::uint64_t>(blocks_of(seen)))
    throw UsageError(
        fmt::format("there is no block {}: the call launched {}", options.block, blocks_of(seen)));
  if (!options.grading.text.quiet) {
    fmt::print(file.text(), "{}",
               report::trace_text(seen, static_cast<int>(options.block),
                                  text_style(options.grading.text, file.text())));
  }
  if (file.is_wanted()) {
    file.write(report::to_json(seen));
    file.announce("trace");
  }
  return kGraded;
}

}  // namespace

Run trace(Words& words) {
  const auto options = std::make_shared<Options>();
  options->grading.local = true;
  words.positional("N", options->lab, "The lab: a number or a name");
  words.option("--dir", options->folder, "Folder with your files instead of labs/", "DIR");
  words.option("--case", options->case_name, "A case such as ties/two_keys, of up to 256 keys", "NAME");
  options->by_hand.add_to(words);
  words.option("--k", options->by_hand.k,
               "The k of a search for a co-rank; else one that fails, or the middle", "K");
  words.number("--block", options->block, "The block that is shown", "B");
  words.option("--json", options->json, "Where to write mergelab.trace/1; - is standard output", "PATH");
  words.seed(options->grading.seed);
  add_text(words, options->grading.text, "No text");
  words.course(options->grading.course);
  return [options] { return trace(*options); };
}

}  // namespace mergelab::app
