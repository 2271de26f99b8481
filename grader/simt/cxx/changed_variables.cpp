#include "changed_variables.hpp"

#include <array>

#include "lexing.hpp"

namespace simt::cxx {

bool may_change_unnamed(const BracketedText& source) {
  static constexpr std::array<std::string_view, 8> kWords{"swap", "exchange", "iter_swap", "advance",
                                                          "tie",  "asm",      "__asm__",   "__asm"};
  bool forwards = false;
  for (std::size_t i = 0; i < source.size(); ++i) forwards |= source.text(i) == "template";
  for (std::size_t i = 1; i < source.size(); ++i) {
    if (is_one_of(source.text(i), kWords)) return true;
    if (source.text(i) != "&" || source.text(i - 1) == "&") continue;
    if (source.text(i + 1) == "&" && !forwards && source.text(i - 1) != "auto") continue;  // "and"
    if (source.text(i - 1) == "*" || source.text(i - 1) == ">") return true;
    if (!source.is_name(i - 1)) continue;
    std::size_t first = i - 1;
    bool is_const = false;
    while (first > 0 && (source.is_name(first) || source.text(first) == "::"))
      is_const |= source.text(first--) == "const";
    if (is_const) continue;
    if (source.text(first) == "(" || source.text(first) == ",") return true;
    if (source.text(i - 1) == "auto" || (source.is_name(i + 1) && source.assigns(i + 2))) return true;
  }
  return false;
}

bool changes(const BracketedText& source, std::string_view name, std::size_t begin, std::size_t end,
             const std::set<std::size_t>& known) {
  static constexpr std::array<std::string_view, 3> kBeforeValues{"return", "case", "else"};
  static constexpr std::array<std::string_view, 8> kOperators{"+", "-", "*", "/", "%", "&", "|", "^"};
  for (std::size_t i = begin; i < end; ++i) {
    if (source.text(i) != name || source.is_member(i) || known.contains(i)) continue;
    const std::string_view next = source.text(i + 1), before = source.text(i - 1);
    if (source.assigns(i + 1)) {
      const bool by_itself =
          source.begins_statement(i) && source.text(i + 2) == name && source.text(i + 3) == ".";
      if (!by_itself) return true;  // `tile = tile.from(1)` has the same slots
    }
    if (is_one_of(next, kOperators) && (source.text(i + 2) == "=" || source.text(i + 2) == next)) {
      if (next != "&" || source.text(i + 2) == "=") return true;
    }
    if ((next == "<" || next == ">") && source.text(i + 2) == next) return true;
    if ((before == "+" || before == "-") && source.text(i - 2) == before) return true;
    if (before == "&" && source.text(i - 2) != "&" && next != "[") {
      const bool binary = source.is_name(i - 2) || source.text(i - 2) == ")" || source.text(i - 2) == "]" ||
                          is_digit(source.text(i - 2).front());
      if (!binary) return true;
    }
    if (source.is_name(i - 1) && !is_one_of(before, kBeforeValues)) return true;  // another declaration
  }
  return false;
}

std::size_t struct_body(const BracketedText& source, std::string_view name) {
  for (std::size_t i = 0; i + 2 < source.size(); ++i) {
    if (source.text(i) == "struct" && source.text(i + 1) == name && source.text(i + 2) == "{") return i + 2;
  }
  return 0;
}

bool member_changes(const BracketedText& source, std::string_view type, std::string_view member) {
  const std::size_t body = struct_body(source, type);
  for (std::size_t i = 1; i < source.size(); ++i) {
    const bool is_inside = i > body && i < source.closing(body);
    if (source.text(i) == member && (source.is_member(i) || is_inside)) {
      const std::string_view next = source.text(i + 1);
      const bool twice = source.text(i + 2) == "=" || source.text(i + 2) == next;
      if (source.assigns(i + 1) || ((next == "+" || next == "-") && twice) || source.text(i - 1) == "&")
        return true;
    }
    if (!is_inside) continue;
    if (source.text(i) == type && source.text(i + 1) != "{" && !source.is_name(i + 1))
      return true;  // constructors, `*this`
    const bool makes =
        source.text(i) == "{" && (source.text(i - 1) == "return" || source.text(i - 1) == type);
    if (makes && source.text(i + 1) != member) return true;
    if (source.text(i) == "this") return true;
  }
  return false;
}

}  // namespace simt::cxx
