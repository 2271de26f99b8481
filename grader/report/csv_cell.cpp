#include "report/csv_cell.hpp"

#include <algorithm>
#include <string_view>

#include "report/formats/rows.hpp"

namespace mergelab::report {

std::string csv_cell(std::string text) {
  text = first_line(text);
  std::replace(text.begin(), text.end(), '\t', ' ');
  const std::size_t first = text.find_first_not_of(' ');
  if (first != std::string::npos && std::string_view("=+-@").find(text[first]) != std::string_view::npos)
    text.insert(0, 1, '\'');
  // Some spreadsheets know these as = + - @, too: the same signs in full width.
  for (const std::string_view wide : {"\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"}) {
    if (first != std::string::npos && text.compare(first, wide.size(), wide) == 0) text.insert(0, 1, '\'');
  }
  if (text.find_first_of(",\"; ") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string csv_row(const std::vector<std::string>& cells, char separator) {
  std::string line;
  for (const std::string& each : cells) line += each + separator;
  line.pop_back();
  return line + "\r\n";
}

}  // namespace mergelab::report
