// What a student sees after each save: the first thing to fix, and the score.
#include <fmt/format.h>

#include <algorithm>

#include "report/lab_rows.hpp"
#include "report/page.hpp"
#include "report/phrases.hpp"
#include "report/report.hpp"

namespace mergelab::report {
namespace {

constexpr std::size_t kMessageLines = 8, kLogLines = 14;

/// The compiler's words of the first build that failed. False where none did.
bool put_build(Page& page, const LabResult& lab) {
  const auto failed = std::find_if(lab.builds.begin(), lab.builds.end(),
                                   [](const BuildResult& build) { return !build.ok && !build.log.empty(); });
  if (failed == lab.builds.end()) return false;
  page.put("  ", failed->log, Colour::none, kLogLines);
  return true;
}

void put_row(Page& page, const Row& row, const TextStyle& style) {
  const ItemResult& item = row.first();
  page.put(
      fmt::format("  {} {}  ", paint(mark(item.status, style), colour_of(item.status), style), row.label),
      row.about, Colour::dim);
  const Observation* failure = first_shown_failure(item);
  const std::string text = cause(item);
  const bool named = failure != nullptr && item.status != Verdict::todo;
  page.put("      ",
           text.empty() ? std::string(words(item.status)) : (named ? failure->test + ": " : "") + text,
           Colour::none, kMessageLines);
}

/// Warnings of the compiler, which may say why points were lost.
void put_warnings(Page& page, const LabResult& lab) {
  const auto warned = std::find_if(lab.builds.begin(), lab.builds.end(), [](const BuildResult& build) {
    return build.ok && build.log.find("warning: ") != std::string::npos;
  });
  if (warned != lab.builds.end()) page.put("  ", warned->log, Colour::none, kMessageLines);
}

}  // namespace

std::string failure_text(const Observation& test, const TextStyle& style) {
  const Verdict verdict = test.outcome.verdict;
  if (test.hidden || verdict == Verdict::passed || verdict == Verdict::not_run ||
      verdict == Verdict::grader_error)
    return "";
  Page page(style);
  const std::string& message = test.outcome.message;
  page.put(fmt::format("  {} ", paint(mark(verdict, style), colour_of(verdict), style)),
           fmt::format("{}: {}", test.test, message.empty() ? words(verdict) : message), Colour::none,
           kMessageLines);
  return page.take();
}

std::string first_text(const LabResult& lab, const TextStyle& style) {
  Page page(style);
  const std::vector<Row> rows = rows_of(lab, style);
  const auto is_lost = [](const Row& row) {
    return row.first().status != Verdict::passed && row.first().status != Verdict::not_run;
  };
  // A broken rule of CUDA spoils other items, and says where.
  auto first = std::find_if(rows.begin(), rows.end(), [](const Row& row) {
    return row.first().kind == ItemKind::checker && row.first().status == Verdict::checker_violation;
  });
  if (first == rows.end()) first = std::find_if(rows.begin(), rows.end(), is_lost);
  if (first != rows.end() && !put_build(page, lab)) {
    put_warnings(page, lab);
    put_row(page, *first, style);
    const auto more = std::count_if(rows.begin(), rows.end(), is_lost) - 1;
    if (more > 0) page.put("      ", fmt::format("and {} more", more), Colour::dim);
  }
  page.gap();
  return page.take() + lab_line(lab, style);
}

}  // namespace mergelab::report
