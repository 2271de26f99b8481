// mergelab run N: one lab as a student sees it, from the student's own files, on the course's cases or on own
// arrays.
#include "app/grading/report_file.hpp"
#include "app/learning/run_record.hpp"
#include "app/learning/traced_case.hpp"
#include "app/verbs/verbs.hpp"
#include "report/phrases.hpp"
#include "score/score.hpp"

namespace mergelab::app {
namespace {

struct RunOptions {
  GradingOptions grading;
  ReportOptions report;
  std::string lab;
  std::filesystem::path folder;
  ByHand by_hand;
  std::optional<std::string> html;
  bool all = false;
  bool with_reference = false;
};

/// The lab that is named, or else the one that is next.
const Lab& chosen_lab(const RunOptions& options, const Course& course, const std::filesystem::path& folder) {
  if (options.lab == "all")
    throw UsageError(fmt::format(
        "run takes one lab\n  `{}` grades all",
        base::command("grade", quoted(options.folder.empty() ? "labs" : options.folder.string()))));
  return lab_or_next(course, options.lab, StateFile(course, folder));
}

// The checks take many times as long as the function; the course's own case of millions goes without them,
// too.
constexpr std::int64_t kMostCheckedElements = 1 << 21;
constexpr int kOneLine = 1 << 16;  // so wide that nothing is wrapped

/// The text on a student's own arguments: right or wrong, no points.
std::string own_text(const LabResult& result, const Lab& lab, const std::string& arrays,
                     const report::TextStyle& style) {
  const ItemResult& item = result.items.front();
  const bool ran = !item.tests.empty();
  if (!ran && result.carried_forward.empty()) return report::lab_text(result, style);  // it did not build
  const bool right = item.status == Verdict::passed;
  const std::vector<Violation> broken_rule =
      ran ? item.tests.front().outcome.violations : std::vector<Violation>();
  std::string text = report::warnings(result, style) +
                     fmt::format("{}  your own {}: {}\n", result.name, arrays,
                                 !right                ? "not right"
                                 : broken_rule.empty() ? "right"
                                                       : "right, but a CUDA rule is broken");
  for (const Observation& test : item.tests) text += report::failure_text(test, style);
  if (item.status == Verdict::grader_error) text += item.message + "\n";
  if (right && broken_rule.empty()) return text;
  return text + fmt::format("again: {} {}\n", style.rerun, lab_number(lab));
}

/// A small case that was not right and may be shown, or the one that was asked for;
/// empty: there is none.
std::optional<TracedCase> telling_case(const RunOptions& options, const Course& course, const Lab& lab,
                                       const LabResult& result) {
  std::vector<std::string> names;
  for (const ItemResult& item : result.items) {
    for (const Observation& test : item.tests) {
      const bool is_wrong =
          test.outcome.verdict != Verdict::passed && test.outcome.verdict != Verdict::not_run;
      const std::string name = item.id + test.test.substr(std::min(test.test.find('/'), test.test.size()));
      if (!test.hidden && (is_wrong || name == options.grading.only)) names.push_back(name);
    }
  }
  for (const std::string& name : names) {
    try {
      return named_case(course, lab, name, {}, options.grading.seed);
    } catch (const UsageError&) {  // too large to be shown
    }
  }
  return std::nullopt;
}

/// The microscope's page: own arguments, or else a case that was not right, or else the built-in arrays.
void write_microscope(const RunOptions& options, const MicroscopeFile& page, const Course& course,
                      const Lab& lab, const LabResult& result, const submission::Sources& sources,
                      std::FILE* text) {
  if (!page.is_wanted()) return;
  const OwnArguments own = own_arguments(lab, options.by_hand);
  const bool has_own = !own.words.empty();
  std::optional<TracedCase> subject;
  if (!has_own) subject = telling_case(options, course, lab, result);
  if (!subject) {
    subject = usual_case(course, lab, options.by_hand, options.grading.seed);
    const bool lost = !has_own && result.score && *result.score < result.max_score;
    if (lost)
      say::print(text, "microscope: no case that lost points is small enough{}: the page shows {}\n",
                 lab.kit ? " with int keys" : "",
                 subject->family.name == "own" ? "the built-in arrays" : "another one");
  }
  GradingOptions traced = options.grading;
  traced.trace = true;
  traced.trace_numbers = own.chosen;
  traced.only.clear();
  traced.text.verbose = false;
  Setup setup(traced);
  LabResult small;
  const std::optional<Trace> seen = trace_of(setup, *subject, options.by_hand, sources, small);
  if (seen) return page.write(*seen, has_own ? nullptr : &result, text);
  say::print(text, "microscope: no page was written, because nothing was run that it could show\n");
}

/// Names the first test that fails as soon as it does: the whole result may take a while.
void tell_first_failure(Setup& setup) {
  setup.also_tell([&setup, told = false](const Lab&, const Step& step) mutable {
    if (told || step.seen == nullptr) return;
    report::TextStyle style;
    style.unicode = false;
    style.width = kOneLine;
    const std::string text = report::failure_text(*step.seen, style);
    if (text.empty()) return;
    told = true;
    setup.progress().clear();
    say::print(stderr, "{}\n", text.substr(0, text.find('\n')));
  });
}

int run(const RunOptions& options) {
  Setup setup(options.grading);
  const std::filesystem::path folder = submission_folder(options.folder, setup.course());
  const Lab& lab = chosen_lab(options, setup.course(), folder);
  const ReportFile file(options.report.json);
  const MicroscopeFile page(options.html, lab);
  const OwnArguments own = own_arguments(lab, options.by_hand);
  const bool has_own = !own.words.empty();
  if (page.is_wanted()) require_traceable(lab, "--html");
  if (has_own && !options.grading.only.empty())
    throw UsageError("--case has its own inputs: leave out --arg");
  if (!has_own && !own.constants.empty())
    throw UsageError("the course's cases have their own constants: give arrays, too");
  Lab with = own_lab(with_constants(lab, own.constants));
  Family family;
  std::string arrays;
  if (has_own) {
    family = own_family(with, own.words);
    const judge::Inputs inputs =
        problems_of_case(with, family, family.cases.front(), options.grading.seed).inputs.front();
    arrays = arrays_in_words(with, inputs);
    with.items.front().checks = judge::elements_of_all(with.interface, inputs) <= kMostCheckedElements;
  }
  if (!own.chosen.empty() && !page.is_wanted())
    throw UsageError(fmt::format("--arg {}=N needs --html: the page shows one call, and a run makes all",
                                 own.chosen.begin()->first));
  if (page.is_wanted() && !options.by_hand.empty())  // says what can't be shown
    static_cast<void>(usual_case(setup.course(), lab, options.by_hand, options.grading.seed));
  const submission::Sources sources = graded_sources(setup.course(), lab, folder, options.with_reference);
  if (page.is_wanted() && !submission::references_in(sources).empty())
    throw UsageError("--html shows your own files: leave out --with-reference");
  const bool is_whole = !has_own && options.grading.only.empty();
  if (is_whole && !options.grading.text.quiet && submission::references_in(sources).empty())
    tell_first_failure(setup);
  const StateFile state_file(setup.course(), folder);
  const StudentState before = state_file.read();
  const Lab part = restrict_to(setup.course(), lab, options.grading.only, setup.grader().backends());
  LabResult result =
      has_own ? setup.grader().grade_as(with, {family}, sources) : setup.grader().grade(part, sources);
  if (const auto known = before.find(lab.name); known != before.end() && !has_own)
    score::give_hints_as_before(part, known->second.lost, result);
  const Place place{setup.course(), options.folder};
  std::string earlier = unfinished_words(place, lab, sources, result);
  if (earlier.empty() && !has_own && !options.grading.text.quiet)
    earlier = suspicion_words(setup.grader(), place, before, lab, sources, result);
  setup.progress().clear();
  std::string rerun = rerun_command(options.grading, options.folder);
  rerun += reference_words(options.with_reference);
  rerun += options.by_hand.again();
  report::TextStyle style = text_style(options.grading.text, file.text(), std::move(rerun));
  style.rerun_takes_case = !has_own;
  style.first = missing_lab_words(place, lab, sources, options.with_reference, result);
  if (!options.grading.text.quiet) {
    const bool is_own_todo = result.status == Verdict::todo;
    const bool is_full = result.score && *result.score >= result.max_score;
    if (earlier.empty() && !has_own && !is_own_todo && !is_full) earlier = carry_words(place, lab, before);
    earlier = report::wrapped(earlier, style);
    style.lines -= static_cast<int>(std::ranges::count(earlier, '\n'));
    style.all = options.all || style.verbose;
    say::print(file.text(), "{}{}",
               has_own     ? own_text(result, lab, arrays, style)
               : style.all ? report::lab_text(result, style)
                           : report::short_text(result, style),
               earlier);
  }
  if (is_whole) {
    const bool counts = is_own_score(setup.course(), options.with_reference);
    const StudentState state =
        record_run(state_file, place, lab, sources, result,
                   {.on_screen = true, .keeps_score = counts, .with_reference = options.with_reference});
    const bool is_full = result.score && *result.score >= result.max_score;
    if (is_full && !counts && !options.grading.text.quiet) {
      say::print(file.text(), "\n{}", not_kept_words(lab));
    } else if (is_full && !options.grading.text.quiet) {
      say::print(file.text(), "\n{}{}", state_of(before, lab).is_full() ? "" : show_words(place, lab),
                 next_words(place, state, &lab));
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
  write_microscope(options, page, setup.course(), lab, result, sources, file.text());
  if (!result.score) return kGraderFailed;
  const bool lost = has_own ? result.status != Verdict::passed : *result.score < result.max_score;
  return options.report.strict && lost ? kPointsLost : kGraded;
}

}  // namespace

Run run(CommandOptions& command) {
  const auto options = std::make_shared<RunOptions>();
  options->grading.local = true;
  command.positional("N", options->lab,
                     "The lab: a number or a name; by default the first that lacks full marks", false);
  command.dir(options->folder);
  command.option("--case", options->grading.only,
                 "Run only this item (ties), group of items (keys) or case (ties/two_keys)", "NAME");
  command.flag("--all", options->all, "Show every item that lost points, not only one screen");
  add_with_reference(command, options->with_reference);
  options->by_hand.add_to(command);
  add_html(command, options->html);
  add_grading(command, options->grading, options->report);
  return [options] { return run(*options); };
}

}  // namespace mergelab::app
