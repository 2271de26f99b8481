#include "report/build_log.hpp"

#include <regex>
#include <sstream>

namespace mergelab::report {
namespace {

/// "a.cuh: In function 'int f()':" and "In file included from a.cuh:3:" say where what follows is.
bool leads_in(const std::string& line) {
  return line.starts_with("In file included from ") ||
         (line.ends_with(':') && line.find(": In ") != std::string::npos);
}

}  // namespace

std::string errors_first(const std::string& log) {
  static const std::regex kBegin(R"(^[^ ][^ ]*:[0-9]+(:[0-9]+)?: (warning|error|fatal error): )");
  std::string errors, warnings, led_in;
  bool is_warning = false;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (leads_in(line)) {
      led_in += line + '\n';
      continue;
    }
    std::smatch kind;
    if (std::regex_search(line, kind, kBegin)) is_warning = kind.str(2) == "warning";
    (is_warning ? warnings : errors) += led_in + line + '\n';
    led_in.clear();
  }
  return errors + warnings + led_in;
}

std::string first_error_in(const std::string& log) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error: ") != std::string::npos) return line;
  }
  return "";
}

}  // namespace mergelab::report
