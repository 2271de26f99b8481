// Which variable memory was allocated for, as the lines of the calls that allocated it say.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/regex.hpp"

namespace mergelab::base {

/// Of a student's file, that is looked into: std::regex goes as deep into the stack as a line is long.
inline constexpr std::size_t kLongestLine = 400;

/// A call: the text of its line, and its enclosing function.
struct CallLine {
  std::string text, function;
  std::size_t place = 0, places = 0;  // among the calls on the line that have allocated
};

/// What the line names by a call of this function: "parts" of `auto parts = make(n)`, `Array parts(make(n))`
/// and, of a constructor, `Array parts(n)`.
inline std::optional<std::string> variable_set_by(const std::string& text, const std::string& function) {
  // The expressions are never destroyed: a program's report is made while it exits.
  static const Regex& kWord = *new Regex(R"(\w+)");
  if (text.size() > kLongestLine || !regex_match(function, kWord)) return "";
  const Regex assigned(R"((?:^|[^\w.>])(\w+)\s*=\s*(?:::)?(?:\w+::)*)" + function + R"(\b)"),
      begun(R"((?:^|[;{]\s*)(?:[\w:]+(?:<[^;=()]*>)?[ &*]+)+(\w+)\s*[({]\s*(?:\w+::)*)" + function + R"(\b)"),
      built(R"(\b)" + function + R"(\b\s*(?:<[^;=()]*>)?\s+(\w+)\s*[({])");
  for (const Regex& form : {assigned, begun, built}) {
    const std::vector<std::smatch> found = regex_matches(text, form);
    // Of `*a = up(h), *b = up(h)`, which one it is, nothing says.
    if (found.size() > 1) return std::nullopt;
    if (!found.empty()) return found.front()[1].str();
  }
  return "";
}

/// "parts" of `cudaMalloc(&parts, bytes);`, of `thrust::device_vector<int> parts(n);`, or of the line that
/// calls the function which does that, and so on: `calls` has the innermost first. Empty if no line says it.
inline std::string allocated_variable(const std::vector<CallLine>& calls) {
  static const Regex& kCall = *new Regex(R"(\bcudaMalloc\w*\s*\((?:[^;&()]|\([^;&()]*\))*&\s*(\w+)\s*[,)])");
  static const Regex& kVector = *new Regex(
      R"(\b(?:device|universal)_vector\s*<[^;=()]*>\s+(\w+)\s*(?:\((?:[^()]|\([^()]*\))*\)|=[^,;]*);)");
  std::smatch found;
  if (calls.empty() || calls.front().text.size() > kLongestLine) return "";
  if (regex_search(calls.front().text, found, kVector)) return found[1];
  const std::string& text = calls.front().text;
  std::vector<std::string> names;
  for (const std::smatch& at : regex_matches(text, kCall)) names.push_back(at[1]);
  if (names.empty()) return "";
  const bool is_one = std::ranges::count(names, names.front()) == static_cast<std::ptrdiff_t>(names.size());
  if (!is_one && (names.size() != calls.front().places || calls.front().place >= names.size()))
    return "";  // which of them, nothing says
  std::string name = is_one ? names.front() : names[calls.front().place];
  for (std::size_t i = 1; i < calls.size(); ++i) {
    const std::optional<std::string> outer = variable_set_by(calls[i].text, calls[i - 1].function);
    const bool returns = calls[i].text.rfind("return ", 0) == 0;  // the caller says what it is for
    if (!outer) return "";
    if (outer->empty() && !returns) break;
    if (!outer->empty()) name = *outer;
  }
  return name;
}

}  // namespace mergelab::base
