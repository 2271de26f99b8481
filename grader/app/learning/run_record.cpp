#include "app/learning/run_record.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string_view>

#include "app/learning/earlier_files.hpp"
#include "app/learning/traced_case.hpp"
#include "base/hash.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"
#include "report/build_log.hpp"
#include "report/causes.hpp"
#include "report/lab_rows.hpp"
#include "report/phrases.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

struct Section {
  std::string text;                   // what stands below the heading
  std::vector<std::string> headings;  // those in it
};

/// Paragraphs and points on one line each, so that they can be wrapped again; code and tables as they are.
std::string unwrapped(const std::string& text) {
  std::string joined;
  bool in_code = false, goes_on = false;  // whether the next line may belong to this one
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
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
  std::istringstream lines(readme);
  for (std::string line; std::getline(lines, line);) {
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
  std::istringstream lines(base::read_file(file).value_or(""));
  for (std::string line; std::getline(lines, line);) {
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
  const auto item = std::find_if(result.items.begin(), result.items.end(),
                                 [&](const ItemResult& each) { return test.starts_with(each.id + "/"); });
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

std::string bytes_of(const std::filesystem::path& file) { return base::read_file(file).value_or(""); }

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

}  // namespace

bool is_first_stage_told(const LabResult& result) {
  const std::vector<report::Cause> causes = report::causes_of(result);
  if (causes.empty()) return false;
  const Verdict status = causes.front().representative->status;
  return status != Verdict::todo && status != Verdict::build_failed && status != Verdict::forbidden;
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
    if (!idea.text.empty()) {
      add(fmt::format("The idea is in {}, under \"Idea\"{}{}", readme_name, idea.headings.empty() ? "" : ": ",
                      fmt::join(idea.headings, "; ")));
    }
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
    hash = base::hash_text(hash, bytes_of(course.root / "labs" / lab.name / file));
  for (const auto& [name, source] : sources) hash = base::hash_text(hash, bytes_of(source.file));
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
