#include "report/build_log.hpp"
#include "base/lines.hpp"
#include "base/regex.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace mergelab::report {
namespace {

/// "a.cuh: In function 'int f()':" and "In file included from a.cuh:3:" say where what follows is.
bool leads_in(const std::string& line) {
  return line.starts_with("In file included from ") ||
         (line.ends_with(':') && line.find(": In ") != std::string::npos);
}

/// Of the log; base::Regex needs stack for each character of a line.
std::vector<std::string> short_lines_of(const std::string& log) {
  constexpr std::size_t kLongest = 1000;
  std::vector<std::string> lines = base::lines_of(log);
  for (std::string& line : lines) line.resize(std::min(line.size(), kLongest));
  return lines;
}

}  // namespace

std::string errors_first(const std::string& log) {
  static const base::Regex kBegin(R"(^[^ ][^ ]*:[0-9]+(:[0-9]+)?: (warning|error|fatal error): )");
  std::string errors, warnings, led_in;
  bool is_warning = false;
  for (const std::string& line : short_lines_of(log)) {
    if (leads_in(line)) {
      led_in += line + '\n';
      continue;
    }
    std::smatch kind;
    if (base::regex_search(line, kind, kBegin)) is_warning = kind.str(2) == "warning";
    (is_warning ? warnings : errors) += led_in + line + '\n';
    led_in.clear();
  }
  return errors + warnings + led_in;
}

std::string first_error_in(const std::string& log) {
  for (const std::string& line : base::lines_of(log)) {
    if (line.find("error: ") != std::string::npos) return line;
  }
  return "";
}

std::vector<std::string> warnings_in(const std::string& log) {
  static const base::Regex kWarning(R"(^[^ ]+: warning: )");
  static const base::Regex kDeclared(R"(^([^ ]+): note: ('[^']*') was declared here)");
  std::vector<std::string> told;
  std::smatch found;
  for (const std::string& line : short_lines_of(log)) {
    if (base::regex_search(line, found, kWarning)) {
      told.push_back(line.substr(0, line.find(" [-W")));
    } else if (!told.empty() && base::regex_search(line, found, kDeclared)) {
      const std::size_t begin = told.back().find(": warning: ");
      if (told.back().find(found.str(2), begin) != std::string::npos)
        told.back() = found.str(1) + told.back().substr(begin);
    }
  }
  // Inlined in several places, it is one mistake.
  std::set<std::string> seen;
  std::erase_if(told, [&](const std::string& line) { return !seen.insert(line).second; });
  return told;
}

std::optional<Uninitialised> uninitialised_in(const std::string& log) {
  // Not of elements and members: where a loop fills an array, compilers are often wrong about it.
  static const base::Regex kUninitialised(
      R"(^([^ :]+):([0-9]{1,9}):(?:([0-9]{1,9}):)? warning: (variable )?'([A-Za-z_]\w*)' (is|may be) .*uninitialized.*)");
  struct Found {
    std::string file;
    int line = 0, column = 0;
    Uninitialised variable;
    [[nodiscard]] auto rank() const { return std::tuple(!variable.is_sure, file, line, column); }
  };
  std::vector<Found> all;
  std::smatch parts;
  for (const std::string& line : warnings_in(log)) {
    if (!base::regex_match(line, parts, kUninitialised) || parts.str(1).ends_with(".inc") ||
        parts.str(1) == "adapter.cu")
      continue;
    const bool is_sure = parts[6] == "is" && line.find(" whenever ") == std::string::npos;
    const bool is_declaration = !parts[4].matched || line.find(" whenever function ") != std::string::npos;
    all.push_back({parts[1],
                   std::stoi(parts[2]),
                   parts[3].matched ? std::stoi(parts[3]) : 0,
                   {parts[5], parts.str(1) + ":" + parts.str(2), is_declaration, is_sure, {}}});
  }
  if (all.empty()) return {};
  std::ranges::stable_sort(all, [](const Found& a, const Found& b) { return a.rank() < b.rank(); });
  Uninitialised first = all.front().variable;
  for (const Found& other : all) {
    const std::string& name = other.variable.name;
    const bool is_new = name != first.name && std::ranges::find(first.others, name) == first.others.end();
    if (is_new && other.variable.is_sure == first.is_sure) first.others.push_back(name);
  }
  return first;
}

std::string first_place_in(const std::string& text) {
  static const base::Regex kPlace(R"([\w.-]+\.(cuh?|h):[0-9]+)");
  std::smatch place;
  return base::regex_search(text, place, kPlace) ? place.str() : "";
}

}  // namespace mergelab::report
