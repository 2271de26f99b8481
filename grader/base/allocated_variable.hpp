// Which variable memory was allocated for, as the lines of the calls that allocated it say.
#pragma once

#include <cstddef>
#include <regex>
#include <string>
#include <vector>

namespace mergelab::base {

/// Of a student's file, that is looked into: std::regex goes as deep into the stack as a line is long.
inline constexpr std::size_t kLongestLine = 400;

/// A call: the text of its line, and its enclosing function.
struct CallLine {
  std::string text, function;
};

/// What the line names by a call of this function: "parts" of `auto parts = make(n)`, `Array parts(make(n))`
/// and, of a constructor, `Array parts(n)`.
inline std::string variable_set_by(const std::string& text, const std::string& function) {
  static const std::regex kWord(R"(\w+)");
  if (text.size() > kLongestLine || !std::regex_match(function, kWord)) return "";
  const std::regex assigned(R"((?:^|[^\w.>])(\w+)\s*=\s*(?:::)?(?:\w+::)*)" + function + R"(\b)"),
      begun(R"((?:^|[;{]\s*)(?:[\w:]+(?:<[^;=()]*>)?[ &*]+)+(\w+)\s*[({]\s*(?:\w+::)*)" + function + R"(\b)"),
      built(R"(\b)" + function + R"(\b\s*(?:<[^;=()]*>)?\s+(\w+)\s*[({])");
  std::smatch found;
  for (const std::regex& form : {assigned, begun, built}) {
    if (std::regex_search(text, found, form)) return found[1];
  }
  return "";
}

/// "parts" of `cudaMalloc(&parts, bytes);`, of `thrust::device_vector<int> parts(n);`, or of the line that
/// calls the function which does that, and so on: `calls` has the innermost first. Empty if no line says it.
inline std::string allocated_variable(const std::vector<CallLine>& calls) {
  static const std::regex kCall(R"(\bcudaMalloc\w*\s*\((?:[^;&()]|\([^;&()]*\))*&\s*(\w+)\s*[,)])");
  static const std::regex kVector(
      R"(\b(?:device|universal)_vector\s*<[^;=()]*>\s+(\w+)\s*(?:\((?:[^()]|\([^()]*\))*\)|=[^,;]*);)");
  std::smatch found;
  if (calls.empty() || calls.front().text.size() > kLongestLine) return "";
  if (std::regex_search(calls.front().text, found, kVector)) return found[1];
  if (!std::regex_search(calls.front().text, found, kCall)) return "";
  std::string name = found[1];
  const std::string rest = found.suffix();
  if (std::regex_search(rest, found, kCall) && found[1] != name) return "";  // which of them, it doesn't say
  for (std::size_t i = 1; i < calls.size(); ++i) {
    const std::string outer = variable_set_by(calls[i].text, calls[i - 1].function);
    const bool returns = calls[i].text.rfind("return ", 0) == 0;  // the caller says what it is for
    if (outer.empty() && !returns) break;
    if (!outer.empty()) name = outer;
  }
  return name;
}

}  // namespace mergelab::base
