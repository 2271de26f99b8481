#include "app/questions/bugs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "app/command_line/errors.hpp"
#include "app/command_line/typed.hpp"
#include "app/course_files/hand_out.hpp"
#include "base/atomic_file.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"
#include "course/patch.hpp"
#include "judge/findings.hpp"
#include "judge/image.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kBugSchema = "mergelab.bug/1";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool is_brace(const std::string& line) { return line.find_first_not_of(" {}") == std::string::npos; }

bool is_barrier(const std::string& line) { return line.find("__sync") != std::string::npos; }

/// The lines of `after` that no longest common subsequence with `before` holds, without braces that open or
/// close them; of lines that are gone, those around the gap. A barrier that is gone from their end leaves one
/// behind them: with it the lines go from the access before it to the one behind it.
std::vector<int> changed_lines(const std::vector<std::string>& before,
                               const std::vector<std::string>& after) {
  const std::size_t rows = before.size(), columns = after.size();
  std::vector<std::vector<int>> common(rows + 1, std::vector<int>(columns + 1));
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t j = columns; j-- > 0;)
      common[i][j] =
          before[i] == after[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  }
  std::vector<int> changed;
  const auto add = [&](std::size_t line) {
    const int number = static_cast<int>(line);
    if (number >= 1 && line <= columns && (changed.empty() || changed.back() < number))
      changed.push_back(number);
  };
  for (std::size_t i = 0, j = 0; i < rows || j < columns;) {
    if (i < rows && j < columns && before[i] == after[j]) {
      ++i, ++j;
      continue;
    }
    const std::size_t gap = j;
    bool barrier_added = false, barrier_gone = false;  // gone: as the last line
    while (i < rows || j < columns) {
      if (i < rows && j < columns && before[i] == after[j]) break;
      if (j < columns && (i == rows || common[i][j + 1] >= common[i + 1][j])) {
        barrier_added = is_barrier(after[j++]) || barrier_added;
      } else {
        barrier_gone = is_barrier(before[i++]);
      }
    }
    std::size_t first = gap, last = j;
    while (first < last && is_brace(after[first])) ++first;
    while (first < last && is_brace(after[last - 1])) --last;
    if (first == last) {
      add(gap);
      add(j + 1);
      continue;
    }
    for (std::size_t line = first + 1; line <= last; ++line) add(line);
    if (barrier_gone && !barrier_added) {
      for (std::size_t line = last + 1; line <= j + 1; ++line) add(line);
    }
  }
  return changed;
}

/// Without the comment in which a variant says what it loses: a bug that has it could be looked up.
std::string without_head(std::string source) {
  if (!source.starts_with("// Loses: ")) return source;
  while (source.starts_with("//")) source.erase(0, source.find('\n') + 1);
  while (source.starts_with("\n")) source.erase(0, 1);
  return source;
}

/// What the text above a patch says of the mistake itself.
std::string words_of(const std::string& header) {
  std::string text = std::regex_replace(header, std::regex("\\s*\n\\s*"), " ");
  text = text.substr(std::min(text.size(), text.find(". ") + 2));
  for (const char* behind : {" On a GPU: ", " Told: \""}) text = text.substr(0, text.find(behind));
  return std::regex_replace(text, std::regex("; more than half, because[^.]*"), "");
}

}  // namespace

std::vector<Bug> find_bugs(const Course& course, const Lab& lab) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(course.root / "detective" / lab.name, error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Bug> bugs;
  for (const fs::path& file : files) {
    try {
      const json top = json::parse(read_text(file));
      if (top.at("schema") != kBugSchema) throw std::runtime_error("another schema");
      Bug bug{"", top.at("lines"), top.at("words")};
      for (const std::string line : top.at("source")) bug.source += line + "\n";
      if (bug.lines.empty() || bug.source.empty()) throw std::runtime_error("no source, or no lines");
      bugs.push_back(std::move(bug));
    } catch (const UsageError&) {
      throw;
    } catch (const std::exception& why) {
      throw UsageError(fmt::format("{} is not a valid bug file: {}\n  docs/formats.md describes its format",
                                   file.string(), why.what()));
    }
  }
  return bugs;
}

LinePlace place_of(const Bug& bug, int line) {
  LinePlace place = LinePlace::elsewhere;
  for (const int each : bug.lines) {
    if (each == line) return LinePlace::there;
    if (std::abs(each - line) == 1) place = LinePlace::beside;
  }
  return place;
}

std::string words_for_lines(const Bug& bug) {
  const std::vector<int>& lines = bug.lines;
  if (lines.size() == 1) return fmt::format("line {}", lines.front());
  if (lines.size() == 2) return fmt::format("lines {} and {}", lines.front(), lines.back());
  const bool has_all = std::ssize(lines) == lines.back() - lines.front() + 1;
  return has_all ? fmt::format("lines {} to {}", lines.front(), lines.back())
                 : fmt::format("lines {}", fmt::join(lines, ", "));
}

Bug make_bug(const WrongFile& wrong) {
  if (wrong.file.extension() != ".patch")
    throw UsageError(
        fmt::format("{} is a complete file, which does not say which lines are wrong\n  a bug to hand out "
                    "must be a patch",
                    wrong.file.string()));
  const std::string name = wrong.file.string();
  const course::Patch patch = course::read_patch(read_text(wrong.file), name);
  const std::string base = read_text(wrong.file.parent_path().parent_path() / patch.base);
  const std::string right = without_head(base);
  Bug bug;
  bug.source = without_head(course::apply_patch(patch, base, name));
  bug.lines = changed_lines(lines_of(right), lines_of(bug.source));
  bug.words = words_of(patch.header);
  while (!bug.words.empty() && (bug.words.back() == ' ' || bug.words.back() == '\n')) bug.words.pop_back();
  return bug;
}

std::string to_json(const Bug& bug) {
  const json top = {
      {"schema", kBugSchema}, {"lines", bug.lines}, {"words", bug.words}, {"source", lines_of(bug.source)}};
  return top.dump(1, ' ', false, json::error_handler_t::replace) + '\n';
}

std::vector<Bug> bugs_of(const Course& course, const Lab& lab) {
  std::vector<Bug> bugs = find_bugs(course, lab);
  if (!bugs.empty()) return bugs;
  std::vector<int> having;
  for (const Lab& other : course.labs) {
    if (!find_bugs(course, other).empty()) having.push_back(lab_number(other));
  }
  if (having.empty() && is_hand_out(course.root))
    throw in_a_hand_out(
        "it contains no bugs to find\n  your course's staff can add them: release --with-detective");
  throw UsageError(
      having.empty()
          ? std::string("this course has no bugs to hand out: they would be in its folder detective/")
          : fmt::format("this course has no bugs of lab {} to hand out\n  labs with bugs: {}",
                        lab_number(lab), fmt::join(having, ", ")));
}

std::filesystem::path make_bug_file(const Course& course, const std::string& wrong) {
  const std::size_t slash = wrong.find('/');
  if (slash == std::string::npos)
    throw UsageError(fmt::format("--make takes LAB/NAME, such as 4/half_consumed, got '{}'", wrong));
  const Lab& lab = course::find_lab(course, wrong.substr(0, slash));
  if (!lab.kit || lab.kit->small_problems(lab, 1).empty())
    throw UsageError(fmt::format(
        "detective looks for a small input that shows a bug, and its kit lists none for {}", lab.name));
  const std::string name = wrong.substr(slash + 1);
  for (const WrongFile& each : find_wrong_files(course, lab)) {
    if (each.name() != name || each.file.parent_path().filename() != "wrong") continue;
    std::filesystem::path file = course.root / "detective" / lab.name / (name + ".json");
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    base::write_atomically(file, to_json(make_bug(each)));
    return file;
  }
  throw UsageError(fmt::format("{} has no wrong solution '{}'\n  `{} wrong` shows all", lab.name, name,
                               base::program_name()));
}

namespace {

constexpr double kCpuS = 5;
constexpr std::uint64_t kSteps = 20'000'000, kLabels = 1;
constexpr std::array kTypes{ValueType::int32, ValueType::record};

/// What may be quoted: not a reference in place of an earlier lab's file.
std::vector<std::filesystem::path> own_files(const submission::Sources& sources) {
  std::vector<std::filesystem::path> files;
  for (const auto& [name, source] : sources) {
    if (!source.is_reference) files.push_back(source.file);
  }
  return files;
}

bool is_hint(const Violation& violation) { return violation.rule == "unasked_error"; }

}  // namespace

BugTrial::BugTrial(const Course& course, const Programs& programs, const std::filesystem::path& folder,
                   const Lab& lab, const submission::Sources& sources)
    : lab_(lab), worker_(programs.worker), files_(own_files(sources), lab.interface) {
  if (worker_.empty())
    throw UsageError("this mergelab was built without the CPU engine, which runs the bugs");
  std::vector<BuildKind> kinds;
  for (const ValueType type : kTypes) kinds.emplace_back(type, true);
  build_ = submission::build(course, lab, sources, kinds, programs.toolchain, folder);
  for (const BuildResult& result : build_.results) {
    if (!result.ok)
      throw EnvironmentError(fmt::format("the file with the bug does not compile\n{}", result.log));
  }
}

judge::Session& BugTrial::session(ValueType type) {
  std::unique_ptr<judge::Session>& session = sessions_[type];
  if (!session || session->broken()) {
    judge::WorkerSetup setup;
    setup.worker = worker_;
    setup.object = build_.objects.at(BuildKind(type, true));
    setup.value_size = static_cast<int>(judge::value_bytes(type));
    setup.limits = lab_.limits;
    setup.files = files_;
    session = std::make_unique<judge::Session>(setup);
  }
  return *session;
}

std::string BugTrial::first_failure(const judge::ProblemSet& set, ValueType type) {
  const judge::Image image(set, type, lab_.on_host() ? wire::Memory::host : wire::Memory::device, kLabels);
  // On the host an array is watched at one end at a time.
  const bool both_ends = lab_.on_host();
  for (const wire::Placement placement : {wire::Placement::end, wire::Placement::start}) {
    if (placement != wire::Placement::end && !both_ends) continue;
    judge::Session& asked = session(type);
    const auto answer = asked.broken() ? std::nullopt
                                       : asked.ask({.image = image,
                                                    .placement = placement,
                                                    .watch = wire::kWatchAccesses,
                                                    .step_limit = kSteps},
                                                   kCpuS);
    if (!answer) return judge::text_of(asked.broken()->why, files_);
    for (const Violation& violation : answer->violations) {
      if (!is_hint(violation)) return judge::text_of(violation.why, files_);
    }
    const Outcome outcome = lab_.kit->check(set, image, answer->returned, {}, true);
    if (!outcome.passed()) return judge::text_of(outcome.why, files_);
  }
  return "";
}

std::string BugTrial::failure(const TrialInput& input) {
  const Lab lab = with_constants(lab_, input.constants);
  const judge::ProblemSet set = lab.kit->problems(lab, lab.kit->own_case(lab, input.arrays), std::nullopt, 0);
  for (const ValueType type : kTypes) {
    std::string message = first_failure(set, type);
    if (!message.empty()) return message;
  }
  return "";
}

TrialInput BugTrial::input_of(const judge::Inputs& inputs) const {
  TrialInput input;
  for (std::size_t i = 0; i < lab_.interface.arguments.size(); ++i) {
    const Argument& argument = lab_.interface.arguments[i];
    if (argument.is_input()) {
      const auto keys = inputs.arrays[i].as<int>();
      input.arrays[argument.name] = {keys.begin(), keys.end()};
    } else if (lab_.constants.contains(argument.name)) {
      input.constants[argument.name] = inputs.number(argument.name);
    }
  }
  return input;
}

BugTrial::Search BugTrial::find_smaller(const TrialInput& than, std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  const Lab lab = with_constants(lab_, than.constants);
  for (std::size_t elements = 0; elements < than.elements(); ++elements) {
    for (const judge::ProblemSet& set : lab.kit->small_problems(lab, elements)) {
      for (const ValueType type : kTypes) {
        if (std::chrono::steady_clock::now() > end) return {std::nullopt, false};
        if (first_failure(set, type).empty()) continue;
        for (const judge::Query& query : set.queries) {
          judge::ProblemSet one = set;
          one.queries = {query};
          if (!first_failure(one, type).empty()) return {input_of(set.inputs[query.inputs]), true};
        }
      }
    }
  }
  return {std::nullopt, true};
}

}  // namespace mergelab::app
