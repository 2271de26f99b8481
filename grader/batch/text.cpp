#include "batch/text.hpp"

#include <fmt/chrono.h>

#include "base/hash.hpp"
#include "base/lines.hpp"
#include "report/page.hpp"

namespace mergelab::batch {
namespace {

constexpr std::size_t kLongestShown = 200, kLongestName = 180, kKeptOfName = 150;

bool is_plain(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-_@+=,").find(static_cast<char>(c)) != std::string_view::npos;
}

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
      if (!take_line_end() && at_ < text_.size())
        throw Error(
            fmt::format("line {}: text follows a quoted cell\n  double a quote within a cell: \"\"", line_));
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
    return base::trimmed(text_.substr(begin, at_ - begin), " \t");
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
    return base::trimmed(value, " \t");
  }

  std::string_view text_;
  std::size_t at_ = 0, line_;
  char separator_;
};

}  // namespace

std::string printable_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f)
      line += fmt::format("\\x{:02x}", byte);
    else
      line += c;
  }
  line = report::clean(line);
  if (line.size() <= kLongestShown) return line;
  std::size_t end = kLongestShown;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0U) == 0x80U) --end;
  line.resize(end);
  line += "...";
  return line;
}

std::string file_name(std::string_view id) {
  std::string name;
  for (const char c : id) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain(byte) || (c == '.' && !name.empty()))
      name += c;
    else
      name += fmt::format("%{:02X}", byte);
  }
  if (name.size() <= kLongestName) return name;
  name.resize(kKeptOfName);
  name += fmt::format("%-{:016x}", base::hash_text(base::kHashOfNothing, id));
  return name;
}

std::string unseen_character(std::string_view text) {
  struct Unseen {
    std::string_view bytes;
    const char* name;
  };
  static constexpr Unseen kUnseen[] = {{"\u00a0", "a no-break space (U+00A0)"},
                                       {"\u202f", "a no-break space (U+202F)"},
                                       {"\u2007", "a no-break space (U+2007)"},
                                       {"\u2060", "an invisible character (U+2060)"},
                                       {"\u200b", "an invisible character (U+200B)"},
                                       {"\u200c", "an invisible character (U+200C)"},
                                       {"\u200d", "an invisible character (U+200D)"},
                                       {"\u200e", "an invisible character (U+200E)"},
                                       {"\u200f", "an invisible character (U+200F)"},
                                       {"\u00ad", "a soft hyphen (U+00AD)"},
                                       {"\ufeff", "an invisible character (U+FEFF)"},
                                       {"\u2002", "a wide space (U+2002)"},
                                       {"\u2003", "a wide space (U+2003)"},
                                       {"\u2009", "a thin space (U+2009)"},
                                       {"\u3000", "a wide space (U+3000)"}};
  const auto* found = std::find_if(std::begin(kUnseen), std::end(kUnseen), [&](const Unseen& each) {
    return text.find(each.bytes) != std::string_view::npos;
  });
  return found == std::end(kUnseen) ? "" : found->name;
}

std::string utc_text(std::time_t time) { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(time)); }

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
