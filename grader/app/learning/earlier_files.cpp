#include "app/learning/earlier_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/course_files/hand_out.hpp"
#include "app/grading/course_grader.hpp"
#include "app/learning/run_record.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"
#include "report/causes.hpp"

namespace mergelab::app {
namespace {

/// Whether a wrong earlier file could be the reason.
bool is_of_a_run(Verdict verdict) {
  switch (verdict) {
    case Verdict::wrong_answer:
    case Verdict::checker_violation:
    case Verdict::too_slow:
    case Verdict::timed_out:
    case Verdict::resource_limit:
    case Verdict::crashed:
      return true;
    default:
      return false;
  }
}

/// Whether a run of the lab graded this exact file and gave it full marks.
bool has_passed(const StudentState& state, const Course& course, const Lab& lab,
                const submission::Sources& sources) {
  const auto found = state.find(lab.name);
  if (found == state.end()) return false;
  submission::Sources own;
  for (const std::string& used : lab.uses) {
    if (const auto source = sources.find(used); source != sources.end()) own.insert(*source);
  }
  own.insert(*sources.find(lab.name));
  const std::vector<std::string>& passed = found->second.passed;
  return std::find(passed.begin(), passed.end(), inputs_of(course, lab, own)) != passed.end();
}

/// Passed, and no rule was broken meanwhile, which costs a case nothing by itself.
bool is_right(const LabResult& result) { return result.status == Verdict::passed && result.message.empty(); }

/// In a hand-out: what becomes of a score that an earlier lab's file costs.
std::string carried_on_the_grader(const Course& course, std::size_t files) {
  if (!is_hand_out(course.root)) return "";
  return fmt::format(
      "; the course's grader also tries the reference in {} place, and the better score counts",
      files == 1 ? "its" : "their");
}

/// The student's files of labs that this one builds on that are not known to be right.
std::vector<const Lab*> suspects(const Course& course, const StudentState& state, const Lab& lab,
                                 const submission::Sources& sources) {
  std::vector<const Lab*> found;
  for (const Lab* used : submission::used_labs(course, lab)) {
    const auto source = sources.find(used->name);
    if (source != sources.end() && !source->second.is_reference && !has_passed(state, course, *used, sources))
      found.push_back(used);
  }
  return found;
}

}  // namespace

namespace {

/// Whether the item's run came to a TODO of this file.
bool is_todo_of(const ItemResult& item, const std::string& file) {
  return std::any_of(item.tests.begin(), item.tests.end(), [&](const Observation& seen) {
    const std::vector<Finding>& findings = seen.outcome.why.findings();
    return seen.outcome.verdict == Verdict::todo && !findings.empty() && findings.front().word.view() == file;
  });
}

}  // namespace

std::string unfinished_words(const Place& place, const Lab& lab, const submission::Sources& sources,
                             const LabResult& result) {
  const std::vector<const Lab*> all = submission::used_labs(place.course, lab);
  for (const auto& [name, source] : sources) {
    const Lab& used = *place.course.find_lab(name);
    const bool left = name != lab.name &&
                      std::any_of(result.items.begin(), result.items.end(), [&](const ItemResult& item) {
                        return item.status == Verdict::todo && is_todo_of(item, used.file);
                      });
    if (!left) continue;
    const bool can_stand_in = std::find(all.begin(), all.end(), &used) != all.end();
    std::string words = fmt::format("{} is of lab {}, which lab {} builds on: finish it first, then `{}`{}\n",
                                    used.file, lab_number(used), lab_number(lab), place.command("run", used),
                                    can_stand_in ? carried_on_the_grader(place.course, 1) : "");
    if (can_stand_in && !reference_file(place.course, used).empty())
      words += fmt::format("or continue with the reference in its place: `{} --with-reference`\n",
                           place.command("run", lab));
    return words;
  }
  return "";
}

std::string missing_lab_words(const Place& place, const Lab& lab, const submission::Sources& sources,
                              bool with_reference, const LabResult& result) {
  if (with_reference || result.status != Verdict::todo) return "";
  for (const Lab* used : submission::used_labs(place.course, lab)) {
    const auto source = sources.find(used->name);
    if (source == sources.end() || !source->second.is_reference) continue;
    return fmt::format("do lab {}, whose {} is missing: `{}` begins it", lab_number(*used), used->file,
                       place.command("reset", *used));
  }
  return "";
}

std::string carry_words(const Place& place, const Lab& lab, const StudentState& state) {
  if (!is_hand_out(place.course.root)) return "";
  std::vector<std::string> open;
  for (const Lab* used : submission::used_labs(place.course, lab)) {
    const auto reached = state.find(used->name);
    const bool is_full = reached != state.end() && reached->second.is_full();
    if (!is_full) open.push_back(fmt::format("{} of lab {}", used->file, lab_number(*used)));
  }
  if (open.empty()) return "";
  return fmt::format("this is a hand-out: {} {} without full marks{}\n", fmt::join(open, " and "),
                     open.size() == 1 ? "is" : "are", carried_on_the_grader(place.course, open.size()));
}

std::string suspicion_words(LabGrader& grader, const Place& place, const StudentState& state, const Lab& lab,
                            const submission::Sources& sources, const LabResult& result) {
  const std::vector<const Lab*> suspected = suspects(place.course, state, lab, sources);
  const std::vector<report::Cause> causes = report::causes_of(result);
  if (suspected.empty() || causes.empty() || !is_of_a_run(report::verdict_of(*causes.front().representative)))
    return "";
  const report::Cause& cause = causes.front();
  const std::string test = report::failing_test(*cause.representative);
  // A time may be too long once and not the next time, for any file.
  const Item* item = lab.find_item(cause.representative->id);
  if (test.empty() || (item != nullptr && item->is_timed())) return "";
  std::vector<std::string> files, commands;
  submission::Sources with_reference = sources;
  bool has_reference = true;
  for (const Lab* used : suspected) {
    has_reference = take_reference(place.course, *used, with_reference) && has_reference;
    files.push_back(used->file);
    commands.push_back("`" + place.command("run", *used) + "`");
  }
  const std::string names = fmt::format("{}", fmt::join(files, " and "));
  const std::string try_them = fmt::format("{}", fmt::join(commands, " and "));
  if (!has_reference) {
    return fmt::format("your {} {} not passed yet as {} now, and lab {} builds on {}: first try {}{}\n",
                       names, files.size() == 1 ? "has" : "have", files.size() == 1 ? "it is" : "they are",
                       lab_number(lab), files.size() == 1 ? "it" : "them", try_them,
                       carried_on_the_grader(place.course, files.size()));
  }
  // A case that failed for another reason, such as a time limit, may pass by itself with any file.
  const Lab alone = restrict_to(place.course, lab, test);
  if (!is_right(grader.grade(alone, with_reference)) || is_right(grader.grade(alone, sources))) return "";
  return fmt::format("{} is right with the reference in place of your {}: look there first, {}\n", test,
                     names, try_them);
}

void add_with_reference(CommandOptions& command, bool& with_reference) {
  command.flag("--with-reference", with_reference,
               "Use the reference in place of your files of earlier labs");
}

submission::Sources graded_sources(const Course& course, const Lab& lab, const std::filesystem::path& folder,
                                   bool with_reference) {
  submission::Sources sources = student_sources(course, lab, folder);
  for (const Lab* used : submission::used_labs(course, lab)) {
    const bool is_missing = !sources.contains(used->name);
    if ((!is_missing && !with_reference) || take_reference(course, *used, sources)) continue;
    if (!is_missing)
      throw in_a_hand_out(
          fmt::format("the reference, which --with-reference takes, is not in it\n  finish lab {} first: {}",
                      lab_number(*used), used->title));
    throw in_a_hand_out(
        fmt::format("{}, which lab {} builds on, is missing, and the reference is not in it\n  `{}` "
                    "restores its skeleton; the course's grader would use the reference",
                    (folder / used->name / used->file).string(), lab_number(lab),
                    base::command("reset", lab_number(*used))));
  }
  return sources;
}

std::string reference_words(bool with_reference) { return with_reference ? " --with-reference" : ""; }

bool is_own_score(const Course& course, bool with_reference) {
  return !with_reference || course.settings.carry_forward;
}

std::string not_kept_words(const Lab& lab) {
  return fmt::format(
      "This score of lab {} is not saved: this course grades only with your own files of earlier labs.\n",
      lab_number(lab));
}

}  // namespace mergelab::app
