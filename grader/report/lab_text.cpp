// One lab for a student at a terminal: what was earned, and under each item that lost points what to look at.
#include <fmt/ranges.h>

#include <set>

#include "report/lab_rows.hpp"

namespace mergelab::report {
namespace {

constexpr std::size_t kMessageLines = 6;
constexpr std::size_t kLogLines = 25;
constexpr std::size_t kPrintedLines = 31;  // with one that counts those left out
constexpr std::size_t kNamedTests = 4;
constexpr std::string_view kIndent = "      ";  // below an item: aligned with nothing but other details

void put_again(Page& page, const LabResult& lab, const Row& row, const TextStyle& style) {
  const std::string command = command_for(lab, row.first(), style);
  if (!command.empty())
    page.raw(fmt::format("{}{} {}", kIndent, paint("again:", Colour::dim, style), command));
}

/// Whether the compiler's words at the top of the page say all that this row could.
bool is_in_build_log(const LabResult& lab, const Row& row) {
  return row.items.size() == lab.items.size() &&
         std::ranges::any_of(lab.builds, [&](const BuildResult& build) {
           return !build.ok && build.verdict == row.first().status && !build.log.empty();
         });
}

void put_message(Page& page, const LabResult& lab, const Row& row) {
  const ItemResult& item = row.first();
  const Observation* failure = first_shown_failure(item);
  if (is_in_build_log(lab, row)) return;
  if (failure == nullptr && hidden_failures(item) > 0) return;  // put_hidden says it
  std::string text = cause(item);
  if (text.empty()) text = phrase(item.status);
  const bool named = failure != nullptr && !failing_test(item).empty();
  page.put(kIndent, named ? failure->test + ": " + text : text, Colour::none, kMessageLines);
}

void put_hint(Page& page, const Row& row, const TextStyle& style) {
  if (row.hint.empty()) return;
  page.put(fmt::format("{}{} ", kIndent, paint("hint:", Colour::yellow, style)), row.hint, Colour::none,
           kMessageLines);
}

void put_other_failures(Page& page, const ItemResult& item, const TextStyle& style) {
  const Observation* first = first_shown_failure(item);
  std::vector<std::string> names;
  for (const Observation& seen : item.tests) {
    if (seen.hidden || &seen == first) continue;
    if (seen.outcome.verdict != Verdict::passed && seen.outcome.verdict != Verdict::not_run)
      names.push_back(seen.test);
  }
  if (names.empty()) return;
  const std::size_t more = names.size() - std::min(names.size(), kNamedTests);
  names.resize(names.size() - more);
  page.put(fmt::format("{}{} ", kIndent, paint("also:", Colour::dim, style)),
           fmt::format("{}{}", fmt::join(names, ", "), more > 0 ? fmt::format(" and {} more", more) : ""));
}

void put_hidden(Page& page, const ItemResult& item, const TextStyle& style) {
  const int failed = hidden_failures(item);
  if (item.hidden_tests == 0 || (failed == 0 && !style.verbose)) return;
  std::string text = counted(static_cast<std::size_t>(item.hidden_tests), "hidden case");
  text += failed == 0 ? ": none failed" : fmt::format(": {} failed", failed);
  if (failed > 0 && first_shown_failure(item) == nullptr) text += fmt::format(", {}", phrase(item.status));
  page.put(kIndent, text);
}

void put_every_test(Page& page, const ItemResult& item, const TextStyle& style) {
  std::size_t widest = 0;
  for (const Observation& seen : item.tests) widest = std::max(widest, columns(printable(seen.test, style)));
  for (const Observation& seen : item.tests) {
    if (seen.hidden) continue;
    const std::string name = printable(seen.test, style);
    const std::string time = duration(seen.duration_s);
    page.put(fmt::format("{}{} {}{}  ", kIndent,
                         paint(mark(seen.outcome.verdict, style), colour_of(seen.outcome.verdict), style),
                         name, std::string(widest - columns(name), ' ')),
             seen.outcome.verdict == Verdict::passed
                 ? time
                 : fmt::format("{}{}{}", phrase(seen.outcome.verdict), time.empty() ? "" : ", ", time),
             Colour::dim);
    if (!seen.outcome.message.empty() && &seen != first_shown_failure(item))
      page.put("          ", seen.outcome.message, Colour::none, kMessageLines);
  }
  std::vector<std::string> figures;
  for (const auto& [name, value] : public_metrics(item))
    figures.push_back(fmt::format("{} {:.4g}", name, value));
  if (!figures.empty())
    page.put(fmt::format("{}{} ", kIndent, paint("figures:", Colour::dim, style)),
             fmt::format("{}", fmt::join(figures, ", ")));
}

void put_details(Page& page, const LabResult& lab, const Row& row, const TextStyle& style) {
  const ItemResult& item = row.first();
  const bool lost = item.status != Verdict::passed;
  if (lost) put_message(page, lab, row);
  if (row.items.size() == 1) put_hidden(page, item, style);
  if (lost) put_hint(page, row, style);
  if (row.items.size() == 1) {
    if (style.verbose) {
      put_every_test(page, item, style);
    } else {
      put_other_failures(page, item, style);
    }
  }
  if (lost) put_again(page, lab, row, style);
}

void put_rows(Page& page, const LabResult& lab, const TextStyle& style) {
  const std::vector<Row> rows = rows_of(lab, style);
  const std::vector<std::string> heads = row_heads(rows, style);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    page.put(heads[i], row.about, Colour::dim);
    if (row.first().status != Verdict::passed || style.verbose) {
      put_details(page, lab, row, style);
      page.gap();
    }
  }
}

/// The compiler's words once per verdict: the same mistake shows in every build.
void put_builds(Page& page, const LabResult& lab) {
  std::set<Verdict> told;
  for (const BuildResult& build : lab.builds) {
    if (build.ok || !told.insert(build.verdict).second) continue;
    std::vector<std::string_view> values;
    for (const BuildResult& other : lab.builds) {
      if (!other.ok && other.verdict == build.verdict) values.push_back(to_string(other.value));
    }
    page.gap();
    const bool some = values.size() < lab.builds.size();  // else the page's first line says it
    if (some)
      page.put("  ", fmt::format("{} where value_t is {}:", phrase(build.verdict), fmt::join(values, ", ")),
               colour_of(build.verdict));
    page.put(some ? "    " : "  ", errors_first(clean(build.log)), Colour::none, kLogLines);
  }
  // Warnings, of the first build that has some: the others have the same.
  const auto warned = std::ranges::find_if(lab.builds, [](const BuildResult& build) {
    return build.ok && build.log.find("warning: ") != std::string::npos;
  });
  if (warned == lab.builds.end()) return;
  page.gap();
  page.put("  ", warned->log, Colour::none, kLogLines);
}

void put_prints(Page& page, const LabResult& lab, const TextStyle& style) {
  const Observation* one = find_printing(lab, "");
  for (const ItemResult& item : lab.items) {
    for (const Observation& seen : item.tests) {
      if (style.all ? seen.hidden || seen.outcome.printed.empty() : &seen != one) continue;
      page.gap();
      put_printed(page, seen, kPrintedLines);
    }
  }
}

/// The lab's message, unless something else on the page says it.
void put_lab_message(Page& page, const LabResult& lab) {
  const std::string message = public_message(lab);
  if (message.empty()) return;
  const bool told =
      std::ranges::any_of(lab.items,
                          [&](const ItemResult& item) {
                            const std::string of_item = public_message(item);
                            return message == of_item || message == fmt::format("{}: {}", item.id, of_item);
                          }) ||
      std::ranges::any_of(lab.builds, [&](const BuildResult& build) {
        return !build.ok && build.log.find(message) != std::string::npos;
      });
  if (!told) page.put("  ", message, Colour::none, kMessageLines);
}

}  // namespace

std::string lab_text(const LabResult& lab, const TextStyle& style) {
  Page page(style);
  page.raw(verdict_line(lab, style));
  if (const std::string note = carried_note(lab); !note.empty()) page.put("  ", note, Colour::dim);
  for (const std::string& line : deduction_lines(lab)) page.put("  ", line, Colour::yellow);
  if (!lab.score)
    page.put(
        "  ",
        fails_by_oracle(lab)
            ? "no score: a mistake in the course, and not in your code; running it again changes nothing"
            : "no score: the grader itself failed; run it again, and if it stays, tell the course's staff",
        Colour::red);
  put_lab_message(page, lab);
  put_builds(page, lab);
  put_prints(page, lab, style);
  page.gap();
  put_rows(page, lab, style);
  page.gap();
  put_conclusion(page, lab, causes_of(lab), style);
  return page.take();
}

}  // namespace mergelab::report
