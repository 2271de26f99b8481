#include "bracketed_text.hpp"

namespace simt::cxx {

void BracketedText::match_brackets() {
  match_.assign(tokens_.size(), tokens_.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const std::string_view t = text(i);
    if (t == "(" || t == "[" || t == "{") open.push_back(i);
    if (t != ")" && t != "]" && t != "}") continue;
    const std::string_view begin = t == ")" ? "(" : t == "]" ? "[" : "{";
    while (!open.empty() && text(open.back()) != begin) open.pop_back();
    if (open.empty()) continue;
    match_[open.back()] = i;
    match_[i] = open.back();
    open.pop_back();
  }
}

std::optional<std::size_t> BracketedText::block_around(std::size_t i) const {
  while (i-- > 0) {
    if (text(i) == "{") return i;
    if (text(i) != "}") continue;
    if (opening(i) >= i) return {};
    i = opening(i);
  }
  return {};
}

std::size_t BracketedText::behind_angles(std::size_t at, std::size_t end) const {
  int open = 0;
  for (std::size_t i = at; i < end; ++i) {
    const std::string_view t = text(i);
    if (t == "<") ++open;
    if (t == ">" && text(i - 1) != "-" && --open == 0) return i + 1;
    if (t == ";") return at;
    if (t == "(" || t == "[" || t == "{") i = match_[i];
  }
  return at;
}

std::size_t BracketedText::behind_statement(std::size_t i, std::size_t end) const {
  for (; i < end; ++i) {
    if (text(i) == ";") return i + 1;
    if (text(i) == "(" || text(i) == "[" || text(i) == "{") i = match_[i];
  }
  return end;
}

}  // namespace simt::cxx
