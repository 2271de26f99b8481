#include "raw_directives.hpp"

#include <algorithm>

#include "lexing.hpp"

namespace simt::cxx {
namespace {

/// The source with its continued lines joined; each character keeps its line's number.
struct Joined {
  std::string text;
  std::vector<int> lines;
};

// Longer than any included file's name; a truncated name is none of these, and is refused.
constexpr std::size_t kLongestArgument = 256;

bool ends_line(char c) { return c == '\n' || c == '\r'; }

Joined join(std::string_view source) {
  Joined joined;
  int line = 1;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\\') {
      std::size_t end = i + 1;  // compilers allow blanks between the backslash and the line's end
      while (end < source.size() && is_blank(source[end])) ++end;
      if (end < source.size() && source[end] == '\n') {
        i = end;
        ++line;
        continue;
      }
    }
    const bool counted = source[i] == '\r' && i + 1 < source.size() && source[i + 1] == '\n';
    joined.text += source[i];
    joined.lines.push_back(line);
    if (source[i] == '\n' || (source[i] == '\r' && !counted)) ++line;
  }
  return joined;
}

/// For each place in the text, where the blanks and comments that begin there end. Computed backwards, since
/// each of many directives may be followed by the same many comments.
std::vector<std::size_t> ends_of_blanks(std::string_view text) {
  const std::size_t size = text.size();
  std::vector<std::size_t> ends(size + 1, size);
  std::size_t close = size, nearer_close = size;  // the first `*/` at i+2 or later, at i+1 or later
  for (std::size_t i = size; i-- > 0;) {
    if (text.substr(i, 2) == "/*") {
      ends[i] = close == size ? size : ends[close + 2];
    } else {
      ends[i] = is_blank(text[i]) && !ends_line(text[i]) ? ends[i + 1] : i;
    }
    close = nearer_close;
    if (text.substr(i, 2) == "*/") nearer_close = i;
  }
  return ends;
}

class Finder {
 public:
  explicit Finder(const Joined& joined)
      : text_(joined.text), lines_(joined.lines), ends_of_blanks_(ends_of_blanks(text_)) {}

  std::vector<RawDirective> run() {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const std::size_t length = hash(i);
      if (length != 0 && may_begin_line(i)) directive(i, i + length);
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::size_t hash(std::size_t i) const {
    if (text_[i] == '#') return 1;
    if (text_.substr(i, 2) == "%:") return 2;
    return text_.substr(i, 3) ==
                   "?"
                   "?="
               ? 3
               : 0;
  }

  /// Whether only blanks are before it, or the end of a comment.
  [[nodiscard]] bool may_begin_line(std::size_t i) const {
    while (i > 0 && (text_[i - 1] == ' ' || text_[i - 1] == '\t' || text_[i - 1] == '\v' ||
                     text_[i - 1] == '\f' || (text_[i - 1] & 0x80) != 0)) {
      --i;
    }
    return i == 0 || ends_line(text_[i - 1]) || (i >= 2 && text_.substr(i - 2, 2) == "*/");
  }

  void directive(std::size_t begin, std::size_t i) {
    RawDirective directive;
    directive.line = lines_[begin];
    i = ends_of_blanks_[i];
    if (i >= text_.size()) return;
    if (is_digit(text_[i])) {
      directive.name = "line";
    } else if (starts_name(text_[i])) {
      directive.name = text_.substr(i, name_length(text_.substr(i)));
      i += directive.name.size();
    } else {
      return;
    }
    const std::string_view rest = text_.substr(ends_of_blanks_[i], kLongestArgument);
    directive.argument = rest.substr(0, rest.find_first_of("\r\n"));
    found_.push_back(std::move(directive));
  }

  std::string_view text_;
  const std::vector<int>& lines_;
  std::vector<std::size_t> ends_of_blanks_;
  std::vector<RawDirective> found_;
};

}  // namespace

std::vector<RawDirective> raw_directives(std::string_view source) {
  const Joined joined = join(source);
  return Finder(joined).run();
}

}  // namespace simt::cxx
