#include "tokens.hpp"

#include <stdexcept>
#include <string>

namespace mergelab::mutants {
namespace {

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
  std::vector<Token> tokens;
  for (const base::SourceToken& token : base::source_tokens(source)) tokens.push_back({token});
  match_brackets(tokens);
  mark_bodies(tokens);
  return tokens;
}

}  // namespace mergelab::mutants
