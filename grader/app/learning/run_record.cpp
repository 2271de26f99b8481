#include "app/learning/run_record.hpp"

#include <fmt/ranges.h>

#include "app/course_files/hand_out.hpp"
#include "app/learning/traced_case.hpp"
#include "base/lines.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"
#include "report/lab_rows.hpp"

namespace mergelab::app {
namespace {

/// Whether a wrong earlier file could be the reason.
bool is_of_a_run(Verdict verdict) {
  constexpr Verdict kOfRuns[] = {Verdict::wrong_answer, Verdict::checker_violation, Verdict::too_slow,
                                 Verdict::timed_out,    Verdict::resource_limit,    Verdict::crashed};
  return std::find(std::begin(kOfRuns), std::end(kOfRuns), verdict) != std::end(kOfRuns);
}

/// Whether a run of the lab graded this exact file and gave it full marks.
bool has_passed(const StudentState& state, const Course& course, const Lab& lab,
                const submission::Sources& sources) {
  submission::Sources own;
  for (const std::string& used : lab.uses) {
    if (const auto source = sources.find(used); source != sources.end()) own.insert(*source);
  }
  own.insert(*sources.find(lab.name));
  const std::vector<std::string>& passed = state_of(state, lab).passed;
  return std::ranges::find(passed, inputs_of(course, lab, own)) != passed.end();
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

/// Whether the item's run came to a TODO of this file.
bool is_todo_of(const ItemResult& item, const std::string& file) {
  return std::ranges::any_of(item.tests, [&](const Observation& seen) {
    const std::vector<Finding>& findings = seen.outcome.why.findings();
    return seen.outcome.verdict == Verdict::todo && !findings.empty() && findings.front().word.view() == file;
  });
}

struct Section {
  std::string text;                   // what stands below the heading
  std::vector<std::string> headings;  // those in it
};

/// Paragraphs and points on one line each, so that they can be wrapped again; code and tables as they are.
std::string unwrapped(const std::string& text) {
  std::string joined;
  bool in_code = false, goes_on = false;  // whether the next line may belong to this one
  for (const std::string& line : base::lines_of(text)) {
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const std::string_view words = std::string_view(line).substr(begin);
    const bool is_fence = words.starts_with("```");
    const bool stands_alone = in_code || is_fence || words.empty() || words.starts_with('|') ||
                              words.starts_with('#') || (begin >= 4 && !goes_on);
    const bool is_point =
        words.starts_with("- ") || words.starts_with("* ") ||
        (!words.empty() && words.front() >= '0' && words.front() <= '9' && words.find(". ") < 3);
    if (goes_on && !stands_alone && !is_point)
      joined += fmt::format(" {}", words);
    else
      joined += (joined.empty() ? "" : "\n") + line;
    goes_on = !stands_alone;
    in_code ^= is_fence;
  }
  return joined;
}

/// A section of a lab's README, or empty.
Section section_of(const std::string& readme, const std::string& name) {
  Section section;
  bool inside = false;
  for (const std::string& line : base::lines_of(readme)) {
    if (line.starts_with("## ")) {
      inside = line.substr(3) == name;
    } else if (inside) {
      section.text += line + '\n';
      if (line.starts_with("### ")) section.headings.push_back(line.substr(4));
    }
  }
  while (section.text.ends_with('\n')) section.text.pop_back();
  section.text = unwrapped(section.text);
  return section;
}

/// "TODO 2: narrow [low, high] by halves ...", of the region of the TODO that the run came to, where it still
/// holds its LAB_TODO.
std::string open_region(const fs::path& file, const Finding& todo) {
  constexpr std::string_view kMarker = "// TODO ", kBegin = " begin";
  std::string region;
  bool goes_on = false;  // the comment that says what to do
  for (const std::string& line : base::lines_of(base::read_file(file).value_or(""))) {
    const std::size_t marker = line.find(kMarker), begin = line.find(kBegin);
    if (marker != std::string::npos && begin != std::string::npos && marker < begin) {
      const std::size_t number = marker + kMarker.size();
      region =
          fmt::format("TODO {}{}", line.substr(number, begin - number), line.substr(begin + kBegin.size()));
      goes_on = true;
      continue;
    }
    const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
    goes_on = goes_on && line.compare(first, 2, "//") == 0;
    if (goes_on) region += " " + line.substr(std::min(line.find_first_not_of(" \t", first + 2), line.size()));
    const std::string named = region.substr(0, region.find(':'));
    if (line.find("LAB_TODO(") != std::string::npos && named == fmt::format("TODO {}", todo.numbers[0]) &&
        todo.word.view() == file.filename().string())
      return region;
  }
  return "";
}

/// What an item is about, as the end of a sentence: "step 1: sorts blocks" is "sorts blocks (step 1)".
std::string as_clause(const std::string& about) {
  const std::size_t colon = about.find(": ");
  if (!about.starts_with("step ") || colon == std::string::npos) return about;
  return fmt::format("{} ({})", about.substr(colon + 2), about.substr(0, colon));
}

/// The words behind `trace N` that show what goes wrong in the case: its name, or none, of small arrays,
/// where these take the same way through the code, since the lab's function is given its constants or has
/// none. Empty: a trace can't show it.
std::optional<std::string> traced_words(const Course& course, const Lab& lab, const std::string& test) {
  constexpr std::uint64_t kSeed = 1;
  if (lab.on_ranks()) return std::nullopt;
  try {
    static_cast<void>(named_case(course, lab, test, {}, kSeed));
    return " --case " + test;
  } catch (const std::exception&) {  // too large, or of records
    Lab shown = lab;
    const bool has_arrays = lab.kit && !lab.kit->shown_arrays(shown).empty();
    if (has_arrays && (lab.on_host() || lab.kit->prescribes_launch(lab))) return "";
    return std::nullopt;
  }
}

/// What the failing case is about, and what shows more of it.
std::string ways_to_look(const Place& place, const LabResult& result, const std::string& test, const Lab& lab,
                         bool with_reference) {
  const auto item = std::ranges::find_if(
      result.items, [&](const ItemResult& each) { return test.starts_with(each.id + "/"); });
  const auto command = [&](const char* verb, const std::string& rest) {
    return fmt::format("`{}{}`", place.command(verb, lab), rest);
  };
  std::string ways = item == result.items.end() ? ""
                                                : fmt::format("The case {} belongs to {}: {}.\n", test,
                                                              item->id, as_clause(item->about));
  ways += fmt::format("- {} runs only this case, and shows what your code prints",
                      command("run", reference_words(with_reference) + " --case " + test));
  if (!lab.on_ranks())
    ways += fmt::format("\n- {} stops in your function", command("debug", " --case " + test));
  if (const auto traced = traced_words(place.course, lab, test))
    ways += fmt::format("\n- {} shows step by step what your function does with {}",
                        command("trace", *traced), traced->starts_with(" --case") ? "it" : "small arrays");
  return ways;
}

/// The first error of the first build that failed.
std::string first_error(const LabResult& result) {
  for (const BuildResult& build : result.builds) {
    if (build.ok) continue;
    std::string line = report::first_error_in(build.log);
    if (!line.empty()) return line;
  }
  return report::public_message(result);
}

constexpr std::size_t kMostPassed = 20;

void take_in(const LabResult& result, const std::string& inputs, std::vector<std::string> hints, Recorded how,
             StudentState& state) {
  LabState& lab = state[result.name];
  if (lab.max_score != result.max_score) lab.best = 0;  // the rubric has changed
  lab.max_score = result.max_score;
  if (how.keeps_score) lab.best = std::max(lab.best, *result.score);
  lab.inputs = inputs;
  if (how.keeps_score && *result.score >= result.max_score) {
    std::erase(lab.passed, inputs);
    lab.passed.push_back(inputs);
    if (lab.passed.size() > kMostPassed) lab.passed.erase(lab.passed.begin());
  }
  lab.lost.clear();
  bool all_right = true;
  for (const ItemResult& item : result.items) {
    const bool is_right = item.status == Verdict::passed || item.status == Verdict::not_run;
    all_right = all_right && is_right;
    if (item.kind == ItemKind::correctness && !is_right) lab.lost.push_back(item.id);
  }
  lab.solved = lab.solved || (how.keeps_score && all_right);
  if (lab.hints != hints) lab.hints_shown = 0;  // there is something else to say
  if (how.on_screen && !hints.empty()) lab.hints_shown = std::max<std::size_t>(lab.hints_shown, 1);
  lab.hints = std::move(hints);
}

/// Whether the first stage is what `run` has on its screen. Of a TODO and of a compiler's error it says more.
bool is_first_stage_told(const LabResult& result) {
  const std::vector<report::Cause> causes = report::causes_of(result);
  if (causes.empty()) return false;
  const Verdict status = causes.front().representative->status;
  return status != Verdict::todo && status != Verdict::build_failed && status != Verdict::forbidden;
}

}  // namespace

std::string unfinished_words(const Place& place, const Lab& lab, const submission::Sources& sources,
                             const LabResult& result) {
  const std::vector<const Lab*> all = submission::used_labs(place.course, lab);
  for (const auto& [name, source] : sources) {
    const Lab& used = *place.course.find_lab(name);
    const bool left = name != lab.name && std::ranges::any_of(result.items, [&](const ItemResult& item) {
                        return item.status == Verdict::todo && is_todo_of(item, used.file);
                      });
    if (!left) continue;
    const bool can_stand_in = std::ranges::find(all, &used) != all.end();
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
    if (!state_of(state, *used).is_full())
      open.push_back(fmt::format("{} of lab {}", used->file, lab_number(*used)));
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
  if (!has_reference)
    return fmt::format("your {} {} not passed yet as {} now, and lab {} builds on {}: first try {}{}\n",
                       names, files.size() == 1 ? "has" : "have", files.size() == 1 ? "it is" : "they are",
                       lab_number(lab), files.size() == 1 ? "it" : "them", try_them,
                       carried_on_the_grader(place.course, files.size()));
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

std::vector<std::string> hint_stages(const Place& place, const Lab& lab, const fs::path& lab_file,
                                     const LabResult& result, bool with_reference) {
  const std::vector<report::Cause> causes = report::causes_of(result);
  if (causes.empty()) return {};
  const ItemResult* lost = causes.front().representative;
  const std::string readme_name = fmt::format("labs/{}/README.md", lab.name);
  const std::string readme = base::read_file(place.course.root / readme_name).value_or("");
  std::vector<std::string> stages;
  const auto add = [&](const std::string& text) {
    if (!text.empty()) stages.push_back(text);
  };
  const auto add_section = [&](const char* name) {
    const std::string text = section_of(readme, name).text;
    if (!text.empty()) add(fmt::format("{}, from {}:\n{}", name, readme_name, text));
  };
  if (lost->status == Verdict::todo) {
    const Observation* failure = report::first_shown_failure(*lost);
    const bool is_told = failure != nullptr && !failure->outcome.why.findings().empty();
    const std::string region = is_told ? open_region(lab_file, failure->outcome.why.findings().front()) : "";
    add(region.empty() ? report::public_message(*lost) : "Do this first: " + region);
    const Section idea = section_of(readme, "Idea");
    if (!idea.text.empty())
      add(fmt::format("The idea is in {}, under \"Idea\"{}{}", readme_name, idea.headings.empty() ? "" : ": ",
                      fmt::join(idea.headings, "; ")));
    add_section("Task");
  } else if (lost->status == Verdict::build_failed || lost->status == Verdict::forbidden) {
    add(first_error(result) +
        "\nThis is the first error; the ones after it are often its consequences. Fix it, and build again.");
    add_section("Task");
  } else {
    const std::string told = report::cause_with_test(*lost), hint = report::hint_of(result, causes.front()),
                      test = report::failing_test(*lost);
    add(told + (hint.empty() ? "" : "\n") + hint);
    if (!test.empty()) add(ways_to_look(place, result, test, lab, with_reference));
  }
  add_section("Pitfalls");
  return stages;
}

std::string inputs_of(const Course& course, const Lab& lab, const submission::Sources& sources) {
  std::uint64_t hash = base::kHashOfNothing;
  for (const std::string_view file : course::kLabFiles)
    hash = base::hash_text(hash, base::read_file(course.root / "labs" / lab.name / file).value_or(""));
  for (const auto& [name, source] : sources)
    hash = base::hash_text(hash, base::read_file(source.file).value_or(""));
  return fmt::format("{:016x}", hash);
}

StudentState record_run(const StateFile& file, const Place& place, const Lab& lab,
                        const submission::Sources& sources, const LabResult& result, Recorded how) {
  StudentState state = file.read();
  if (!result.score) return state;
  const std::string inputs = inputs_of(place.course, lab, sources);
  const std::vector<std::string> hints =
      hint_stages(place, lab, sources.at(lab.name).file, result, how.with_reference);
  how.on_screen = how.on_screen && is_first_stage_told(result);
  take_in(result, inputs, hints, how, state);
  file.update([&](StudentState& kept) {
    take_in(result, inputs, hints, how, kept);
    state = kept;
  });
  return state;
}

}  // namespace mergelab::app
