#include "base/source_tokens.hpp"

#include <array>
#include <utility>

#include "base/lexing.hpp"

namespace mergelab::base {
namespace {

// Longest first: the first that fits is the one.
constexpr std::array<std::string_view, 23> kSigns{
    "<<<", ">>>", "<<=", ">>=", "...", "->", "::", "<=", ">=", "==", "!=", "&&",
    "||",  "++",  "--",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^="};

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {}

  std::vector<SourceToken> run() {
    while (at_ < source_.size()) step();
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] std::string_view rest() const { return source_.substr(at_); }

  void pass(std::size_t count) {
    for (const std::size_t end = at_ + std::min(count, rest().size()); at_ < end; ++at_) {
      if (source_[at_] != '\n') continue;
      ++line_;
      line_start_ = at_ + 1;
      is_line_blank_ = true;
    }
  }

  void take(TokenKind kind, std::size_t length) {
    is_line_blank_ = false;
    tokens_.push_back({kind, rest().substr(0, length), at_, line_, static_cast<int>(at_ - line_start_) + 1});
    pass(length);
  }

  /// A name, or the raw literal that it begins.
  void take_name(std::string_view text) {
    const std::size_t length = name_length(text);
    if (char_at(text, length) == '"' && is_raw_prefix(text.substr(0, length))) {
      const std::size_t literal = raw_literal_length(text.substr(length));
      if (literal > 0) return take(TokenKind::literal, length + literal);
    }
    take(TokenKind::name, length);
  }

  void step() {
    const std::string_view text = rest();
    const char c = text.front();
    if (c == '\n' || is_blank(c)) return pass(1);
    if (text.starts_with("//")) return pass(text.find('\n'));
    if (text.starts_with("/*")) return pass(std::min(text.find("*/", 2), text.size() - 2) + 2);
    if (c == '#' && is_line_blank_) return pass(text.find('\n'));
    if (starts_name(c)) return take_name(text);
    if (is_digit(c)) return take(TokenKind::number, number_length(text));
    if (c == '"' || c == '\'') return take(TokenKind::literal, literal_length(text));
    const auto sign =
        std::ranges::find_if(kSigns, [&](std::string_view known) { return text.starts_with(known); });
    take(TokenKind::sign, sign == kSigns.end() ? 1 : sign->size());
  }

  std::string_view source_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  bool is_line_blank_ = true;  // no token of this line yet
  std::vector<SourceToken> tokens_;
};

}  // namespace

std::vector<SourceToken> source_tokens(std::string_view source) { return Lexer(source).run(); }

}  // namespace mergelab::base
