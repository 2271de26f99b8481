#include "tokens.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "simt/cxx/lexing.hpp"

namespace mergelab::mutants {
namespace {

// Longest first: the first that fits is the one.
constexpr std::array<std::string_view, 23> kSigns{
    "<<<", ">>>", "<<=", ">>=", "...", "->", "::", "<=", ">=", "==", "!=", "&&",
    "||",  "++",  "--",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^="};

/// Cuts a source file into tokens.
class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {}

  std::vector<Token> run() {
    while (at_ < source_.size()) step();
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] std::string_view rest() const { return source_.substr(at_); }
  [[nodiscard]] bool at_line_start() const {
    const std::string_view before = source_.substr(line_start_, at_ - line_start_);
    return std::all_of(before.begin(), before.end(), simt::cxx::is_blank);
  }

  void pass(std::size_t count) {
    for (const std::size_t end = at_ + std::min(count, rest().size()); at_ < end; ++at_) {
      if (source_[at_] != '\n') continue;
      ++line_;
      line_start_ = at_ + 1;
    }
  }

  void take(TokenKind kind, std::size_t length) {
    tokens_.push_back({.kind = kind,
                       .text = rest().substr(0, length),
                       .offset = at_,
                       .line = line_,
                       .column = static_cast<int>(at_ - line_start_) + 1});
    pass(length);
  }

  void step() {
    const std::string_view text = rest();
    const char c = text.front();
    if (c == '\n' || simt::cxx::is_blank(c)) return pass(1);
    if (text.starts_with("//")) return pass(text.find('\n'));
    if (text.starts_with("/*")) return pass(std::min(text.find("*/", 2), text.size() - 2) + 2);
    if (c == '#' && at_line_start()) return pass(text.find('\n'));
    if (simt::cxx::starts_name(c)) return take(TokenKind::name, simt::cxx::name_length(text));
    if (simt::cxx::is_digit(c)) return take(TokenKind::number, simt::cxx::number_length(text));
    if (c == '"' || c == '\'') return take(TokenKind::literal, simt::cxx::literal_length(text));
    const auto sign = std::find_if(kSigns.begin(), kSigns.end(),
                                   [&](std::string_view known) { return text.starts_with(known); });
    take(TokenKind::sign, sign == kSigns.end() ? 1 : sign->size());
  }

  std::string_view source_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  std::vector<Token> tokens_;
};

void match_brackets(std::vector<Token>& tokens) {
  constexpr std::string_view kOpening = "([{", kClosing = ")]}";
  const auto complain = [](const Token& token) {
    throw std::invalid_argument("line " + std::to_string(token.line) + ": '" + std::string(token.text) +
                                "' has no partner");
  };
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::sign || tokens[i].text.size() != 1) continue;
    if (kOpening.find(tokens[i].text) != std::string_view::npos) open.push_back(i);
    const std::size_t closing = kClosing.find(tokens[i].text);
    if (closing == std::string_view::npos) continue;
    if (open.empty() || tokens[open.back()].text.front() != kOpening[closing]) complain(tokens[i]);
    tokens[i].partner = open.back();
    tokens[open.back()].partner = i;
    open.pop_back();
  }
  if (!open.empty()) complain(tokens[open.back()]);
}

/// A function's body is what follows its parameters, and `const` perhaps.
void mark_bodies(std::vector<Token>& tokens) {
  for (std::size_t i = 2; i < tokens.size(); ++i) {
    if (!tokens[i].is("{") || tokens[i].in_body) continue;
    if (!tokens[tokens[i - 1].is("const") ? i - 2 : i - 1].is(")")) continue;
    for (std::size_t j = i + 1; j < tokens[i].partner; ++j) tokens[j].in_body = true;
  }
}

}  // namespace

std::vector<Token> tokens_of(std::string_view source) {
  std::vector<Token> tokens = Lexer(source).run();
  match_brackets(tokens);
  mark_bodies(tokens);
  return tokens;
}

}  // namespace mergelab::mutants
