// What a student sees after each save: the first thing to fix, and the score.
#include <fmt/format.h>

#include "report/causes.hpp"
#include "report/page.hpp"
#include "report/phrases.hpp"
#include "report/printed.hpp"
#include "report/report.hpp"

namespace mergelab::report {
namespace {

constexpr std::size_t kMessageLines = 8;
constexpr std::size_t kPrintedLines = 12;

}  // namespace

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
           kMessageLines);
  return page.take();
}

std::string first_text(const LabResult& lab, const TextStyle& style) {
  if (!causes_of(lab).empty()) return short_text(lab, style);
  Page page(style);
  if (const Observation* test = find_printing(lab, ""); test != nullptr) {
    put_printed(page, *test, kPrintedLines);
    page.gap();
  }
  return warnings(lab, style) + page.take() + lab_line(lab, style);
}

}  // namespace mergelab::report
