// What a student sees of a lab that lost points, on one screen: each cause once, what it costs, what to do.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <regex>
#include <sstream>

#include "report/conclusion.hpp"
#include "report/lab_rows.hpp"
#include "report/phrases.hpp"
#include "report/plain_text.hpp"
#include "report/printed.hpp"

namespace mergelab::report {
namespace {

constexpr std::size_t kLines = 22;  // of a terminal's 24: the command above, and the prompt below
constexpr std::size_t kFewest = 8;  // for the first cause
constexpr std::size_t kMessageLines = 9, kWarningLines = 4;
constexpr std::string_view kIndent = "    ";

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// A message with each line of code that it quotes on a line of its own.
std::string with_code_apart(const std::string& message) {
  static const std::regex kQuoted(R"((:[0-9]+) `([^`\n]*)`[,;]?[ \n]?)");
  return std::regex_replace(message, kQuoted, "$1\n    $2\n");
}

/// "plain, sizes": groups that passed as a whole by their names.
std::string passed_items(const LabResult& lab) {
  TextStyle grouped;
  std::vector<std::string> labels;
  for (const Row& row : rows_of(lab, grouped)) {
    if (row.first().status != Verdict::passed) continue;
    const std::string& group = row.first().group;
    const bool is_whole =
        !group.empty() && std::all_of(lab.items.begin(), lab.items.end(), [&](const auto& i) {
          return i.group != group || i.status == Verdict::passed || i.status == Verdict::not_run;
        });
    if (is_whole) {
      labels.push_back(group);
      continue;
    }
    for (const ItemResult* item : row.items) labels.push_back(item->id);
  }
  return fmt::format("{}", fmt::join(labels, ", "));
}

std::string costs(const Cause& cause) {
  double lost = 0;
  std::vector<std::string> ids;
  for (const ItemResult* item : cause.items) {
    lost += item->max_score - item->score;
    ids.push_back(item->id);
  }
  return fmt::format("costs {} points: {}", points(lost, lost), fmt::join(ids, ", "));
}

std::string message_of(const LabResult& lab, const ItemResult& item) {
  const std::string test = telling_test(lab, item);
  std::string text = cause(item);
  if (test.empty()) {
    const int hidden = hidden_failures(item);
    if (hidden == 0 || first_shown_failure(item) != nullptr)
      return text.empty() ? std::string(words(item.status)) : text;
    return fmt::format("{}: {} failed, {}", item.id, counted(static_cast<std::size_t>(hidden), "hidden case"),
                       words(item.status));
  }
  if (text.starts_with(test + ": ")) return text;
  return fmt::format("{}: {}", test, text.empty() ? words(item.status) : text);
}

/// At most `most` lines, the last of which tells how many more there are.
std::string lines_of(std::string_view prefix, std::string_view text, std::size_t most, const TextStyle& style,
                     Colour colour = Colour::none) {
  const auto laid_out = [&](std::size_t max_lines) {
    Page page(style);
    page.put(prefix, text, colour, max_lines);
    return page.take();
  };
  std::string lines = laid_out(most);
  return count_lines(lines) > most ? laid_out(most - 1) : lines;
}

/// As much of a message's first line as fits beside a mark.
std::string first_line(const std::string& message, const TextStyle& style) {
  const std::string text = printable(message, style);
  const std::vector<std::string> lines = wrap(text, static_cast<std::size_t>(std::max(style.width, 40)) - 8);
  if (lines.empty()) return "";
  return lines.front() + (lines.size() == 1 ? "" : style.unicode ? " …" : " ...");
}

std::string marked(const ItemResult& item, const TextStyle& style) {
  return fmt::format("  {} ", paint(mark(verdict_of(item), style), colour_of(verdict_of(item)), style));
}

/// The compiler's words, where it is they that lost an item its points.
std::string build_log(const LabResult& lab, const ItemResult& item) {
  const auto failed = std::find_if(lab.builds.begin(), lab.builds.end(), [&](const BuildResult& build) {
    return !build.ok && build.verdict == item.status && item.tests.empty();
  });
  if (failed == lab.builds.end()) return "";
  const bool some = std::any_of(lab.builds.begin(), lab.builds.end(), [](const auto& one) { return one.ok; });
  return (some ? fmt::format("where value_t is {}: ", to_string(failed->value)) : "") + failed->log;
}

/// The cause's hint. A broken rule whose case belongs to an item that has another cause shares that item's:
/// one mistake, one hint.
std::string hint_of(const LabResult& lab, const Cause& cause) {
  if (!cause.teller->hint.empty()) return cause.teller->hint;
  if (!cause.items.front()->hint.empty()) return cause.items.front()->hint;
  const std::string test = telling_test(lab, *cause.teller);
  const auto named = std::find_if(lab.items.begin(), lab.items.end(),
                                  [&](const ItemResult& item) { return test.starts_with(item.id + "/"); });
  return named == lab.items.end() ? "" : named->hint;
}

/// The cause to mend first in at most `room` lines: the hint gives way.
std::string first_cause(const LabResult& lab, const Cause& cause, std::size_t room, const TextStyle& style) {
  const ItemResult& item = *cause.teller;
  const std::string log = build_log(lab, item);
  const std::string below = lines_of(kIndent, costs(cause), 2, style, Colour::dim);
  room -= count_lines(below);
  std::string text = lines_of(marked(item, style), log.empty() ? with_code_apart(message_of(lab, item)) : log,
                              log.empty() ? std::min(room, kMessageLines) : room, style);
  const std::size_t left = room - count_lines(text);
  const std::string hint = hint_of(lab, cause);
  if (!hint.empty() && left > 1)
    text += lines_of(fmt::format("{}{} ", kIndent, paint("hint:", Colour::yellow, style)), hint, left, style);
  return text + below;
}

/// The other causes, a line each.
std::string other_causes(const LabResult& lab, const std::vector<Cause>& causes, const TextStyle& style) {
  constexpr std::size_t kMost = 2;
  Page page(style);
  for (std::size_t i = 1; i < causes.size() && i <= kMost; ++i) {
    page.raw(marked(*causes[i].teller, style) + first_line(message_of(lab, *causes[i].teller), style));
  }
  if (causes.size() > kMost + 1)
    page.put(kIndent, fmt::format("and {} more", causes.size() - 1 - kMost), Colour::dim);
  return page.take();
}

std::size_t count_tests(const LabResult& lab) {
  return std::accumulate(lab.items.begin(), lab.items.end(), std::size_t{0},
                         [](std::size_t sum, const ItemResult& item) { return sum + item.tests.size(); });
}

/// What the case printed that shows the first cause.
std::string printed(const LabResult& lab, const Cause& cause, const TextStyle& style) {
  constexpr std::size_t kOfOne = 31, kOfMany = 4;
  const Observation* test = find_printing(lab, telling_test(lab, *cause.teller));
  if (test == nullptr) return "";
  Page page(style);
  put_printed(page, *test, count_tests(lab) == 1 ? kOfOne : kOfMany);
  page.gap();
  return page.take();
}

}  // namespace

std::string warnings(const LabResult& lab, const TextStyle& style) {
  const auto warned = std::find_if(lab.builds.begin(), lab.builds.end(), [](const BuildResult& build) {
    return build.ok && build.log.find("warning: ") != std::string::npos;
  });
  if (warned == lab.builds.end()) return "";
  std::string told;  // without the code, which is the student's own
  std::istringstream log(warned->log);
  for (std::string line; std::getline(log, line);) {
    if (line.find("warning: ") != std::string::npos) told += line.substr(0, line.find(" [-W")) + '\n';
  }
  return lines_of("  ", told, kWarningLines, style);
}

std::string short_text(const LabResult& lab, const TextStyle& style) {
  const std::vector<Cause> causes = causes_of(lab);
  if (causes.empty() || !lab.score) return lab_text(lab, style);
  std::string above;
  if (const std::string note = carried_note(lab); !note.empty())
    above = lines_of("  ", note, 2, style, Colour::dim);
  // Of what is not done yet, more is unused.
  if (causes.front().teller->status != Verdict::todo) above += warnings(lab, style);
  const std::string prints = printed(lab, causes.front(), style);
  const bool one_case = count_tests(lab) == 1;  // which is looked at more closely than a screen
  if (!one_case) above += prints;
  std::string below = other_causes(lab, causes, style);
  if (const std::string passed = passed_items(lab); !passed.empty()) {
    below += lines_of(fmt::format("  {} ", paint(mark(Verdict::passed, style), Colour::green, style)), passed,
                      2, style, Colour::dim);
  }
  Page end(style);
  put_conclusion(end, lab, causes, style);
  below += (below.empty() ? "" : "\n") + end.take();
  const std::size_t used = count_lines(above) + count_lines(below) + 1;
  const std::size_t room = std::max(kLines - std::min(used, kLines), kFewest);
  return (one_case ? prints : "") + above + first_cause(lab, causes.front(), room, style) + "\n" + below;
}

}  // namespace mergelab::report
