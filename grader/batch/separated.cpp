#include "batch/separated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "batch/error.hpp"

namespace mergelab::batch {
namespace {

constexpr std::string_view kSeparators = ",;\t";

/// The separator that stands most often in the first row, outside of quotes.
char separator_of(std::string_view text) {
  std::map<char, std::size_t> counts;
  bool is_quoted = false;
  for (const char c : text) {
    if (c == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (c == '\n' || c == '\r') break;
    if (kSeparators.find(c) != std::string_view::npos) ++counts[c];
  }
  char best = ',';
  for (const char c : kSeparators) {
    if (counts[c] > counts[best]) best = c;
  }
  return best;
}

std::string trimmed(std::string_view cell) {
  const std::size_t first = cell.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return std::string(cell.substr(first, cell.find_last_not_of(" \t") - first + 1));
}

class Reader {
 public:
  Reader(std::string_view text, std::size_t line, char separator)
      : text_(text), line_(line), separator_(separator) {}

  std::vector<TextRow> rows() {
    std::vector<TextRow> rows;
    while (at_ < text_.size()) {
      TextRow row{line_, {}};
      do {
        row.cells.push_back(cell());
      } while (take(separator_));
      if (!take_line_end() && at_ < text_.size()) {
        throw Error(
            fmt::format("line {}: text follows a quoted cell\n  double a quote within a cell: \"\"", line_));
      }
      if (row.cells.size() > 1 || !row.cells.front().empty()) rows.push_back(std::move(row));
    }
    return rows;
  }

 private:
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take_line_end() {
    const bool carriage = take('\r'), feed = take('\n');
    if (carriage || feed) ++line_;
    return carriage || feed;
  }
  std::string cell() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (take('"')) return quoted();
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
    return trimmed(text_.substr(begin, at_ - begin));
  }
  std::string quoted() {
    const std::size_t began = line_;
    std::string value;
    for (;;) {
      if (at_ == text_.size()) throw Error(fmt::format("line {}: unterminated quote\n  close it", began));
      const char c = text_[at_++];
      if (c == '"' && !take('"')) break;
      if (c == '\n') ++line_;
      value += c;
    }
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return trimmed(value);
  }

  std::string_view text_;
  std::size_t at_ = 0, line_;
  char separator_;
};

}  // namespace

std::vector<TextRow> read_separated(std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff") ||
      text.find('\0') != std::string_view::npos) {
    throw Error("this is not UTF-8 text\n  save it as \"CSV UTF-8\"");
  }
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::size_t line = 1;
  if (text.starts_with("sep=") && text.size() > 5 && (text[5] == '\n' || text[5] == '\r')) {
    const char separator = text[4];
    const std::size_t end = text.find('\n');
    text.remove_prefix(end == std::string_view::npos ? 6 : end + 1);
    return Reader(text, ++line, separator).rows();
  }
  return Reader(text, line, separator_of(text)).rows();
}

}  // namespace mergelab::batch
