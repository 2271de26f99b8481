#include "app/grading/hidden_lines.hpp"

#include <algorithm>
#include <sstream>

namespace mergelab::app {
namespace {

/// "co_rank.cuh:19 `while (low < high) {`" becomes "co_rank.cuh", and an assertion there loses its words.
void hide_lines_of(const std::string& file, std::string& text) {
  constexpr std::string_view kAssertion = "assertion `", kFailed = "` failed, at ";
  for (std::size_t at = 0; (at = text.find(file + ':', at)) != std::string::npos;) {
    at += file.size();
    std::size_t end = std::min(text.find_first_not_of("0123456789", at + 1), text.size());
    if (end == at + 1) continue;
    if (text.compare(end, 2, " `") == 0) end = std::min(text.find('`', end + 2), text.size() - 1) + 1;
    text.erase(at, end - at);
    const std::size_t place = at - file.size();
    if (!std::string_view(text).substr(0, place).ends_with(kFailed)) continue;
    const std::size_t failed = place - kFailed.size();
    const std::size_t begin = text.rfind(kAssertion, failed);
    if (begin == std::string::npos) continue;
    text.replace(begin, failed + 1 - begin, "an assertion");
    at = text.find(file, begin) + file.size();
  }
}

/// A failed assertion prints its own words.
std::string without_lines_naming(const std::string& file, const std::string& printed) {
  std::string left;
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(file) == std::string::npos) left += line + '\n';
  }
  return left;
}

}  // namespace

void hide_lines(std::vector<Observation>& observations, const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    for (Observation& seen : observations) {
      hide_lines_of(file, seen.outcome.message);
      for (Violation& violation : seen.outcome.violations) {
        hide_lines_of(file, violation.text);
        hide_lines_of(file, violation.hint);
      }
      if (seen.outcome.trace) {
        hide_lines_of(file, seen.outcome.trace->message);
        for (TracedViolation& violation : seen.outcome.trace->violations)
          hide_lines_of(file, violation.message);
      }
      seen.outcome.printed = without_lines_naming(file, seen.outcome.printed);
      std::erase_if(seen.outcome.lines, [&](const LineProfile& line) { return line.file == file; });
    }
  }
}

}  // namespace mergelab::app
