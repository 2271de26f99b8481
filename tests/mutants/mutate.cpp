#include "mutate.hpp"

#include <set>

#include "base/source_tokens.hpp"
#include "judge/inputs.hpp"

namespace mergelab::mutants {
namespace {

using base::TokenKind;

inline constexpr std::size_t kNoToken = static_cast<std::size_t>(-1);

struct Token : base::SourceToken {
  std::size_t partner = kNoToken;  // of a bracket: the index of the one that closes or opens it
  bool in_body = false;            // between the braces of a function
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

/// All tokens of a file that compiles; comments and preprocessor lines are left out. Views into `source`.
/// Throws std::invalid_argument for brackets that don't match.
std::vector<Token> tokens_of(std::string_view source) {
  std::vector<Token> tokens;
  for (const base::SourceToken& token : base::source_tokens(source)) tokens.push_back({token});
  match_brackets(tokens);
  mark_bodies(tokens);
  return tokens;
}

using Words = std::set<std::string_view>;
using Pairs = std::map<std::string_view, std::string_view>;
const Pairs kRelations{{"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}, {"==", "!="}, {"!=", "=="}};
const Pairs kBounds{{"<", "- 1"}, {"<=", "+ 1"}, {">", "+ 1"}, {">=", "- 1"}, {"==", "+ 1"}, {"!=", "+ 1"}};
const Pairs kArithmetic{{"+", "-"},   {"-", "+"},   {"*", "/"},   {"/", "*"},   {"%", "/"},
                        {"+=", "-="}, {"-=", "+="}, {"++", "--"}, {"--", "++"}, {"|", "&"}};
const Pairs kLogic{{"&&", "||"}, {"||", "&&"}};
const Pairs kMinMax{{"min", "max"}, {"max", "min"}};
const Words kIntegers{"int", "long", "size_t", "unsigned"};
const Words kNoOperands{"int",  "long",  "size_t",      "unsigned", "value_t",
                        "auto", "const", "static_cast", "return"};
// Of min and max either order is right.
const Words kNoLists{"if", "while", "for", "switch", "return", "sizeof", "min", "max"};
const Words kAssignments{"=", "+=", "-="};

/// The half-open range of tokens of one expression.
struct Range {
  std::size_t begin = 0, end = 0;
  [[nodiscard]] bool empty() const { return begin == end; }
};

/// In one line.
std::string unbroken(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c != '\n' && !(c == ' ' && line.ends_with(' '))) line += c;
  }
  return line;
}

/// Goes through a file's function bodies and notes every change that an operator makes.
class Mutator {
 public:
  Mutator(std::string lab, std::string source)
      : lab_(std::move(lab)), source_(std::move(source)), tokens_(tokens_of(source_)) {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (kIntegers.contains(at(i).text) && at(i + 1).kind == TokenKind::name)
        integers_.insert(at(i + 1).text);
    }
  }

  std::vector<Mutant> run() {
    for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
      if (!at(i).in_body) continue;
      change_sign(i);
      change_number(i);
      move_value(i);
      swap_arguments(i);
      drop_statement(i);
    }
    return std::move(mutants_);
  }

 private:
  [[nodiscard]] const Token& at(std::size_t i) const { return tokens_[i]; }
  [[nodiscard]] std::string text_of(Range range) const {
    const std::size_t begin = at(range.begin).offset;
    return source_.substr(begin, at(range.end - 1).end() - begin);
  }

  /// The file with `replacement` where the tokens of `range` are.
  void note(const char* op, std::string_view change, Range range, const std::string& replacement) {
    const Token& first = at(range.begin);
    Mutant mutant{lab_, op, unbroken(change), first.line, first.column, source_};
    mutant.text.replace(first.offset, text_of(range).size(), replacement);
    if (seen_.insert(mutant.text).second) mutants_.push_back(std::move(mutant));
  }

  void replace(const char* op, std::size_t i, const std::string& by) {
    note(op, fmt::format("{} -> {}", at(i).text, by), {i, i + 1}, by);
  }

  void move(const char* op, Range range, std::string_view by) {
    note(op, fmt::format("{}, {}", text_of(range), by), range, fmt::format("({}) {}", text_of(range), by));
  }

  /// From `begin` to one of `ends` or a closing bracket, whichever comes first outside inner brackets.
  [[nodiscard]] Range expression(std::size_t begin, const Words& ends) const {
    static const Words kClosing{")", "]", "}"};
    std::size_t i = begin;
    while (!ends.contains(at(i).text) && !kClosing.contains(at(i).text))
      i = (at(i).partner == kNoToken ? i : at(i).partner) + 1;
    return {begin, i};
  }

  /// Whether the sign stands between two operands, and not in a declaration or a template's brackets.
  [[nodiscard]] bool is_binary(std::size_t i) const {
    const Token& before = at(i - 1);
    return before.kind == TokenKind::number || before.is(")") || before.is("]") ||
           (before.kind == TokenKind::name && !kNoOperands.contains(before.text));
  }

  /// The `const` operator changes it already.
  [[nodiscard]] bool is_number(Range range) const {
    return range.end == range.begin + 1 && at(range.begin).kind == TokenKind::number;
  }

  void change_sign(std::size_t i) {
    const std::string_view sign = at(i).text;
    const bool steps = sign == "++" || sign == "--";
    if (const auto found = kRelations.find(sign); found != kRelations.end() && is_binary(i)) {
      replace("rel", i, std::string(found->second));
      const Range right = expression(i + 1, {";", ",", "&&", "||", "?", ":"});
      if (!is_number(right)) move("bound", right, kBounds.at(sign));
    }
    if (const auto found = kArithmetic.find(sign); found != kArithmetic.end() && (steps || is_binary(i)))
      replace("arith", i, std::string(found->second));
    if (const auto found = kLogic.find(sign); found != kLogic.end())
      replace("logic", i, std::string(found->second));
    if (const auto found = kMinMax.find(sign); found != kMinMax.end() && at(i + 1).is("("))
      replace("minmax", i, std::string(found->second));
  }

  void change_number(std::size_t i) {
    if (at(i).kind != TokenKind::number) return;
    const std::string digits(at(i).text);
    if (digits.find_first_not_of("0123456789") != std::string::npos || digits.size() > 9) return;
    const int value = std::stoi(digits);
    replace("const", i, std::to_string(value + 1));
    if (value > 0) replace("const", i, std::to_string(value - 1));
  }

  /// `int i = E`, `i = E`, `i += E`, `return E`: E + 1 and E - 1.
  void move_value(std::size_t i) {
    const bool assigns = kAssignments.contains(at(i).text) && integers_.contains(at(i - 1).text);
    if (!assigns && !at(i).is("return")) return;
    const Range value = expression(i + 1, {";", ","});
    if (value.empty() || at(value.begin).is("{") || is_number(value)) return;
    move("off", value, "+ 1");
    move("off", value, "- 1");
  }

  /// Whether a list of arguments begins behind the token at `i`.
  [[nodiscard]] bool begins_list(std::size_t i) const {
    const Token& before = at(i - 1);
    const bool named = before.kind == TokenKind::name && !kNoLists.contains(before.text);
    if (at(i).is("(")) return named || before.is(">>>");
    if (at(i).is("{")) return before.is("return") || (named && !before.is("else"));
    return at(i).is("<<<");
  }

  void swap_arguments(std::size_t i) {
    if (!begins_list(i)) return;
    std::vector<Range> arguments;
    for (std::size_t begin = i + 1;; begin = arguments.back().end + 1) {
      arguments.push_back(expression(begin, {",", ">>>", ";"}));
      if (arguments.back().empty()) return;
      if (!at(arguments.back().end).is(",")) break;
    }
    for (std::size_t first = 0; first < arguments.size(); ++first) {
      for (std::size_t second = first + 1; second < arguments.size(); ++second)
        swap(arguments[first], arguments[second]);
    }
  }

  void swap(Range first, Range second) {
    const std::string left = text_of(first), right = text_of(second);
    if (left == right) return;
    const std::size_t gap = at(first.end - 1).end();
    const std::string between = source_.substr(gap, at(second.begin).offset - gap);
    note("swap", fmt::format("{} <-> {}", left, right), {first.begin, second.end}, right + between + left);
  }

  /// The statement that begins at `i`.
  void drop_statement(std::size_t i) {
    static const Words kBefore{";", "{", "}", ")", "else"};
    if (at(i).kind != TokenKind::name || !kBefore.contains(at(i - 1).text)) return;
    const Range statement = expression(i, {";"});
    if (!at(statement.end).is(";")) return;  // the last part of a loop's head
    const Range whole{i, statement.end + 1};
    if (at(i).is("__syncthreads")) return note("barrier", "dropped", whole, ";");
    const bool returns_early = at(i).is("if") && at(statement.end - 1).is("return");
    if (kAssignments.contains(at(i + 1).text) || returns_early)
      note("drop", fmt::format("{} dropped", text_of(whole)), whole, ";");
  }

  std::string lab_, source_;
  std::vector<Token> tokens_;
  Words integers_;  // names of integers, wherever they are declared
  std::set<std::string> seen_;
  std::vector<Mutant> mutants_;
};

}  // namespace

std::string Mutant::id() const { return fmt::format("{}:{}:{}:{}: {}", lab, line, column, op, change); }

const std::vector<std::string>& operator_names() {
  static const std::vector<std::string> kNames{"rel",   "bound", "arith", "logic",   "minmax",
                                               "const", "off",   "swap",  "barrier", "drop"};
  return kNames;
}

std::vector<Mutant> mutants_of(const std::string& lab, const std::string& source) {
  return Mutator(lab, source).run();
}

std::vector<Mutant> sample(std::vector<Mutant> mutants, std::size_t count, std::uint64_t seed) {
  judge::Random random(seed);
  const std::size_t taken = std::min(count, mutants.size());
  for (std::size_t i = 0; i < taken; ++i)
    std::swap(mutants[i], mutants[i + random.below(mutants.size() - i)]);
  mutants.resize(taken);
  return mutants;
}

}  // namespace mergelab::mutants
