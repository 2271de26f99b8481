// What a student sees of a lab that lost points, on one screen: each cause once, what it costs, what to do.
#include <fmt/ranges.h>

#include <numeric>

#include "base/regex.hpp"
#include "report/lab_rows.hpp"

namespace mergelab::report {
namespace {

std::string rows_text(const LabResult& lab, const TextStyle& style, bool a_line_each) {
  Page page(style);
  const std::vector<Row> rows = rows_of(lab, style);
  const std::vector<std::string> heads = row_heads(rows, style);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool was_run = rows[i].first().status != Verdict::not_run;
    const std::string about = was_run ? rows[i].about : cause(rows[i].first());
    if (a_line_each) {
      page.raw(heads[i] + paint(shortened(about, columns(clean(heads[i])), style), Colour::dim, style));
    } else {
      page.put(heads[i], about, Colour::dim);
    }
  }
  return page.take();
}

/// A paragraph on a broken rule of CUDA that no item of this run takes account of. "" of an empty message.
std::string uncounted_rule(const std::string& message, const TextStyle& style) {
  constexpr std::size_t kLines = 9;
  if (message.empty()) return "";
  Page page(style);
  page.put(fmt::format("  {} ", paint(mark(Verdict::checker_violation, style),
                                      colour_of(Verdict::checker_violation), style)),
           with_code_apart("a rule of CUDA is broken, and these points leave that out. " + message),
           Colour::none, kLines);
  return page.take();
}

/// `above`, a line for each row of the rubric, and the verdict once. Rows say what they are about in full
/// where that leaves room on the screen for what is next.
std::string passed_text(const LabResult& lab, const std::string& above, const TextStyle& style) {
  constexpr std::ptrdiff_t kBelow = 7;  // the verdict, and what is next
  const std::string below = uncounted_rule(lab.status == Verdict::passed ? public_message(lab) : "", style);
  std::string rows = rows_text(lab, style, false);
  const std::string all = above + rows + below;
  if (std::ranges::count(all, '\n') + kBelow > style.lines) rows = rows_text(lab, style, true);
  return above + rows + below + '\n' + verdict_line(lab, style) + '\n';
}

constexpr std::size_t kFewest = 8;  // for the first cause
constexpr std::size_t kWarningLines = 4;
constexpr std::size_t kNoLimit = 1000;
constexpr std::string_view kShortIndent = "    ";

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

/// How many lines each part may take, besides the hint; how many other causes are listed.
struct Lengths {
  std::size_t message, costs, others, of_other, passed;
};
/// From much room to little: the first that leaves room for the whole hint is taken.
constexpr std::array<Lengths, 6> kLengths{
    {{9, 2, 2, 3, 2}, {9, 1, 2, 2, 1}, {9, 1, 2, 1, 1}, {7, 1, 2, 1, 1}, {6, 1, 1, 1, 1}, {5, 1, 1, 1, 1}}};

std::size_t width_of(const TextStyle& style) { return static_cast<std::size_t>(std::max(style.width, 40)); }

/// "costs 4 points: plain, edges and 3 more": as many of the ids as fit.
std::string listed(const std::string& before, const std::vector<std::string>& ids, std::size_t indent,
                   std::size_t most_lines, const TextStyle& style) {
  for (std::size_t shown = ids.size(); shown > 0; --shown) {
    std::string text = fmt::format(
        "{}{}", before, fmt::join(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
    if (shown < ids.size()) text += fmt::format(" and {} more", ids.size() - shown);
    if (wrap(printable(text, style), width_of(style) - indent).size() <= most_lines) return text;
  }
  return fmt::format("{}{}", before, counted(ids.size(), "item"));
}

/// "plain", "sizes": groups that passed as a whole by their names.
std::vector<std::string> passed_items(const LabResult& lab) {
  TextStyle grouped;
  std::vector<std::string> labels;
  for (const Row& row : rows_of(lab, grouped)) {
    if (row.first().status != Verdict::passed) continue;
    const std::string& group = row.first().group;
    const bool is_whole = !group.empty() && std::ranges::all_of(lab.items, [&](const auto& i) {
      return i.group != group || i.status == Verdict::passed || i.status == Verdict::not_run;
    });
    if (is_whole) {
      labels.push_back(group);
      continue;
    }
    for (const ItemResult* item : row.items) labels.push_back(item->id);
  }
  return labels;
}

Points lost_by(const Cause& cause) {
  Points lost;
  for (const ItemResult* item : cause.items) lost += item->max_score - item->score;
  return lost;
}

std::string costs(const LabResult& lab, const Cause& cause, std::size_t most_lines, const TextStyle& style) {
  std::vector<std::string> ids;
  for (const ItemResult* item : cause.items) ids.push_back(item->id);
  const std::string before = fmt::format("costs {}: ", counted_points(lost_by(cause)));
  const auto run = std::ranges::count_if(
      lab.items, [](const ItemResult& item) { return item.status != Verdict::not_run; });
  constexpr std::size_t kFew = 3;
  if (ids.size() > kFew && ids.size() == static_cast<std::size_t>(run))
    return fmt::format("{}all {} items", before, run);
  return listed(before, ids, kShortIndent.size(), most_lines, style);
}

/// At most `most` lines, the last of which counts the omitted ones.
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

/// In one paragraph.
std::string joined_lines(const std::string& message) {
  static const base::Regex kBreak(R"(([,;:])?\n *)");
  std::string text;
  auto from = message.begin();
  for (const std::smatch& at : base::regex_matches(message, kBreak)) {
    text.append(from, at[0].first).append(at[1].matched ? at.str(1) + " " : "; ");
    from = at[0].second;
  }
  return text.append(from, message.end());
}

/// At most `most` lines; an ellipsis ends cut text.
std::string a_few_lines(const std::string& prefix, const std::string& message, std::size_t most,
                        const TextStyle& style) {
  const std::size_t indent = columns(clean(prefix));
  std::vector<std::string> lines = wrap(printable(message, style), width_of(style) - indent);
  if (lines.size() <= most) return lines_of(prefix, message, most, style);
  lines = wrap(printable(joined_lines(message), style), width_of(style) - indent);
  Page page(style);
  std::string rest;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i + 1 < most)
      page.raw((i == 0 ? prefix : std::string(indent, ' ')) + lines[i]);
    else
      rest += lines[i].substr(std::min(lines[i].find_first_not_of(' '), lines[i].size())) + ' ';
  }
  page.raw((most == 1 ? prefix : std::string(indent, ' ')) + shortened(rest, indent, style));
  return page.take();
}

std::string marked(const ItemResult& item, const TextStyle& style) {
  return fmt::format("  {} ", paint(mark(verdict_of(item), style), colour_of(verdict_of(item)), style));
}

/// The compiler's words, where it is they that lost an item its points.
std::string build_log(const LabResult& lab, const ItemResult& item) {
  const auto failed = std::ranges::find_if(lab.builds, [&](const BuildResult& build) {
    return !build.ok && build.verdict == item.status && item.tests.empty();
  });
  if (failed == lab.builds.end()) return "";
  const bool some = std::ranges::any_of(lab.builds, [](const auto& one) { return one.ok; });
  return (some ? fmt::format("where value_t is {}: ", to_string(failed->value)) : "") +
         errors_first(clean(failed->log));
}

/// The cause to fix first, in as many lines as `lengths` says and those of its hint. `most` limits the whole:
/// the compiler's words, and as a last resort the hint, are cut there.
std::string first_cause(const LabResult& lab, const Cause& cause, const Lengths& lengths, std::size_t most,
                        const TextStyle& style) {
  const ItemResult& item = *cause.representative;
  const std::string below =
      lines_of(kShortIndent, costs(lab, cause, lengths.costs, style), lengths.costs, style, Colour::dim);
  const std::size_t room = most - std::min(count_lines(below), most - 1);
  const std::string log = build_log(lab, item);
  if (!log.empty()) return lines_of(marked(item, style), log, room, style) + below;
  std::string text = lines_of(marked(item, style), with_code_apart(cause_with_test(item)),
                              std::min(room, lengths.message), style);
  const std::size_t left = room - std::min(count_lines(text), room);
  const std::string hint = hint_of(lab, cause);
  if (!hint.empty() && left > 1)
    text += lines_of(fmt::format("{}{} ", kShortIndent, paint("hint:", Colour::yellow, style)), hint, left,
                     style);
  return text + below;
}

/// The other causes, a few lines each, with what each costs in front: the end of a line may be cut.
std::string other_causes(const std::vector<Cause>& causes, const Lengths& lengths, const TextStyle& style) {
  std::string text;
  const std::size_t count = causes.size() - 1;
  const std::size_t told = count == lengths.others + 1 ? count : std::min(count, lengths.others);
  for (std::size_t i = 1; i <= told; ++i)
    text += a_few_lines(
        marked(*causes[i].representative, style),
        fmt::format("{}: {}", counted_points(lost_by(causes[i])), cause_with_test(*causes[i].representative)),
        lengths.of_other, style);
  if (told < count) {
    Points lost;
    for (std::size_t i = told + 1; i <= count; ++i) lost += lost_by(causes[i]);
    text += lines_of(kShortIndent, fmt::format("and {} more, {}", count - told, counted_points(lost)), 1,
                     style, Colour::dim);
  }
  return text;
}

std::size_t count_tests(const LabResult& lab) {
  return std::accumulate(lab.items.begin(), lab.items.end(), std::size_t{0},
                         [](std::size_t sum, const ItemResult& item) { return sum + item.tests.size(); });
}

/// What the case printed that is named, or any where it printed nothing.
std::string printed(const LabResult& lab, const std::string& case_name, bool closely,
                    const TextStyle& style) {
  constexpr std::size_t kOfOne = 31, kOfMany = 4;
  const Observation* test = find_printing(lab, case_name);
  if (test == nullptr) return "";
  Page page(style);
  put_printed(page, *test, closely ? kOfOne : kOfMany);
  page.gap();
  return page.take();
}

constexpr std::size_t kShortMessageLines = 8;
constexpr std::size_t kShortPrintedLines = 12;

}  // namespace

std::string warnings(const LabResult& lab, const TextStyle& style) {
  const auto warned = std::ranges::find_if(lab.builds, [](const BuildResult& build) {
    return build.ok && build.log.find("warning: ") != std::string::npos;
  });
  if (warned == lab.builds.end()) return "";
  std::vector<std::string> told = warnings_in(warned->log);  // without the code, which is the student's own
  // Suspicions are useless if nothing is wrong.
  if (causes_of(lab).empty())
    std::erase_if(told, [](const std::string& line) { return line.find(" may be ") != std::string::npos; });
  if (told.empty()) return "";
  return lines_of("  ", fmt::format("{}\n", fmt::join(told, "\n")), kWarningLines, style);
}

std::string short_text(const LabResult& lab, const TextStyle& style) {
  if (!lab.score) return lab_text(lab, style);
  const std::vector<Cause> causes = causes_of(lab);
  std::string above;
  if (const std::string note = carried_note(lab); !note.empty())
    above = lines_of("  ", note, 2, style, Colour::dim);
  for (const std::string& line : deduction_lines(lab))
    above += lines_of("  ", line, 2, style, Colour::yellow);
  if (causes.empty())
    return passed_text(lab, above + warnings(lab, style) + printed(lab, "", true, style), style);
  // Unfinished code has more unused variables.
  if (causes.front().representative->status != Verdict::todo) above += warnings(lab, style);
  const bool one_case = count_tests(lab) == 1;  // which is looked at more closely than a screen
  const std::string prints = printed(lab, failing_test(*causes.front().representative), one_case, style);
  if (!one_case) above += prints;
  if (const Observation* broken = unreported_violation(lab))
    above += uncounted_rule(fmt::format("{}: {}", broken->test, in_words(broken->outcome.violations.front())),
                            style);
  Page end(style);
  put_conclusion(end, lab, causes, style);
  const std::string conclusion = end.take();
  const std::vector<std::string> passed = passed_items(lab);
  const auto most = static_cast<std::size_t>(std::max(style.lines, 0));
  const auto laid_out = [&](const Lengths& lengths, bool cut) {
    std::string below = other_causes(causes, lengths, style);
    if (!passed.empty()) {
      const std::string prefix =
          fmt::format("  {} ", paint(mark(Verdict::passed, style), Colour::green, style));
      below += lines_of(prefix, listed("", passed, columns(clean(prefix)), lengths.passed, style),
                        lengths.passed, style, Colour::dim);
    }
    below += (below.empty() ? "" : "\n") + conclusion;
    const std::size_t used = count_lines(above) + count_lines(below) + 1;
    const std::size_t room = std::max(most - std::min(used, most), kFewest);
    const bool is_log = !build_log(lab, *causes.front().representative).empty();
    return above + first_cause(lab, causes.front(), lengths, cut || is_log ? room : kNoLimit, style) + "\n" +
           below;
  };
  std::string text;
  for (const Lengths& lengths : kLengths) {
    text = laid_out(lengths, false);
    if (count_lines(text) <= most) break;
  }
  if (count_lines(text) > most) text = laid_out(kLengths.back(), true);
  return (one_case ? prints : "") + text;
}

std::string failure_text(const Observation& test, const TextStyle& style) {
  // A broken rule is the cause to look at first, also where the output came out right.
  const bool broke_rule = !test.outcome.violations.empty();
  const Verdict verdict = broke_rule ? Verdict::checker_violation : test.outcome.verdict;
  if (test.hidden || verdict == Verdict::passed || verdict == Verdict::not_run ||
      verdict == Verdict::grader_error)
    return "";
  Page page(style);
  const std::string message = broke_rule ? in_words(test.outcome.violations.front()) : test.outcome.message;
  page.put(fmt::format("  {} ", paint(mark(verdict, style), colour_of(verdict), style)),
           fmt::format("{}: {}", test.test, message.empty() ? phrase(verdict) : message), Colour::none,
           kShortMessageLines);
  return page.take();
}

std::string first_text(const LabResult& lab, const TextStyle& style) {
  if (!causes_of(lab).empty()) return short_text(lab, style);
  Page page(style);
  if (const Observation* test = find_printing(lab, ""); test != nullptr) {
    put_printed(page, *test, kShortPrintedLines);
    page.gap();
  }
  return warnings(lab, style) + page.take() + lab_line(lab, style);
}

}  // namespace mergelab::report
