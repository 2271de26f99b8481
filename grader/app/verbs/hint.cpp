// mergelab hint N: one stage more of what there is to say about the student's file, each time it is called.
#include "app/learning/run_record.hpp"
#include "app/verbs/verbs.hpp"
#include "report/page.hpp"

namespace mergelab::app {
namespace {

/// The last run's state if nothing has changed since; else a new run's.
LabState state_now(const HintOptions& options, const Place& place, const Lab& lab, const StateFile& file,
                   const submission::Sources& sources) {
  const Course& course = place.course;
  const StudentState kept = file.read();
  const auto known = kept.find(lab.name);
  if (known != kept.end() && known->second.inputs == inputs_of(course, lab, sources)) return known->second;
  Setup setup(options.grading);
  LabResult result = setup.grader().grade(lab, sources);
  setup.progress().clear();
  if (!result.score) throw EnvironmentError("the grader itself failed; `run` says more");
  const bool counts = is_own_score(course, options.with_reference);
  return record_run(file, place, lab, sources, result,
                    {.keeps_score = counts, .with_reference = options.with_reference})
      .at(lab.name);
}

}  // namespace

int show_hint(const HintOptions& options) {
  const Course course = course::load(course_root(options.grading.course));
  const std::filesystem::path folder = submission_folder(options.folder, course);
  const StateFile file(course, folder);
  const Lab& lab = lab_or_next(course, options.lab, file);
  const Place place{course, options.folder};
  const LabState state =
      state_now(options, place, lab, file, graded_sources(course, lab, folder, options.with_reference));
  if (state.hints.empty()) {
    say::print("lab {} has full marks: there is no hint\n{}", lab_number(lab),
               next_words(place, file.read(), &lab));
    return kGraded;
  }
  const std::size_t count = state.hints.size(), next = std::min(state.hints_shown + 1, count);
  // Where nothing is kept, all of them at once.
  const bool kept = file.update([&](StudentState& now) { now[lab.name].hints_shown = next; });
  const std::size_t shown = kept ? next : count;
  const report::TextStyle style = text_style(options.grading.text);
  report::Page page(style);
  // Whoever has seen them all gets them all again.
  for (std::size_t i = kept && state.hints_shown < count ? shown - 1 : 0; i < shown; ++i) {
    page.raw(report::paint(fmt::format("hint {} of {}", i + 1, count), report::Colour::yellow, style));
    page.put("  ", state.hints[i]);
    page.gap();
  }
  const std::string again = options.key ? "press h again: it"
                                        : fmt::format("`{}{}` again", place.command("hint", lab),
                                                      reference_words(options.with_reference));
  page.put("", shown < count ? again + " shows the next one." : "There are no more hints for this run.");
  say::print("{}", page.take());
  return kGraded;
}

Run hint(CommandOptions& command) {
  const auto options = std::make_shared<HintOptions>();
  command.positional("N", options->lab,
                     "The lab: a number or a name; by default the first that lacks full marks", false);
  command.dir(options->folder);
  add_with_reference(command, options->with_reference);
  add_text(command, options->grading.text, "No progress");
  command.course(options->grading.course);
  return [options] { return show_hint(*options); };
}

}  // namespace mergelab::app
