// Files of many small texts: a line that begins with a mark gives the name of what is below it.
#pragma once

#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace mergelab {

struct Section {
  std::string name, text;
  friend void PrintTo(const Section& section, std::ostream* out) { *out << section.name; }
};

/// Without what is above the first.
inline std::vector<Section> sections_of(const std::string& text, const std::string& mark) {
  std::vector<Section> sections;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(mark))
      sections.push_back({line.substr(mark.size()), ""});
    else if (!sections.empty())
      sections.back().text += line + "\n";
  return sections;
}

/// Code that is put above a function and, below "// merge begins with:", into it.
inline std::pair<std::string, std::string> above_and_in(const std::string& section) {
  const std::string into = "\n// merge begins with:\n";
  const std::string text = "\n" + section.substr(0, section.size() - (section.empty() ? 0 : 1));
  const std::size_t end = text.find(into);
  return {text.substr(0, end).erase(0, 1), end < text.size() ? text.substr(end + into.size()) : ""};
}

}  // namespace mergelab
