// Long because a kernel's declarations, their values and what could change these are read together.
#include "named_parts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "lexing.hpp"

namespace simt::cxx {
namespace {

/// Pointers, and integers that a part's begin may be counted in.
struct Parameter {
  std::string_view name;
  std::size_t bytes = 0, place = 0;  // where it lies in what the engine is handed at a launch
  bool integer = false, changes = false;
};

/// constant + the sum of factor * parameter, in elements of the array.
struct Begin {
  long constant = 0;
  std::map<std::size_t, long> factors;  // by the parameter's number
};

struct Part {
  std::string name;  // "tileB", "tileB.slots"
  Begin begin;
};

class Finder {
 public:
  explicit Finder(const SourceText& source) : tokens_(source.tokens) { match_brackets(); }

  struct Addition {
    std::size_t at = 0;
    std::string words;
  };

  std::vector<Addition> run() {
    if (has_references()) return {};
    std::map<std::size_t, std::vector<std::size_t>> declarations;  // the `;` of each, by the block around it
    for (std::size_t i = 0; i + 5 < tokens_.size(); ++i) {
      if (text(i) != "extern" || text(i + 1) != "__simt_shared__" || !begins_statement(i)) continue;
      std::size_t end = i;
      while (end < tokens_.size() && text(end) != ";") ++end;
      declarations[body_around(i)].push_back(end);
    }
    std::vector<Addition> additions;
    for (const auto& [body, ends] : declarations) {
      const std::size_t end = ends.front();
      // Two would be names of one array.
      if (ends.size() != 1 || text(end - 1) != "]" || text(end - 2) != "[" || !is_name(end - 3)) continue;
      const std::optional<std::string> words = parts_of(body, end);
      if (!words) continue;
      additions.push_back({tokens_[end].at + 1, " static const struct { unsigned long bytes; char words[" +
                                                    std::to_string(words->size() + 1) +
                                                    "]; } simt_parts __attribute__((used)) = {sizeof(" +
                                                    std::string(text(end - 3)) + "[0]), \"" + *words +
                                                    "\"};"});
    }
    return additions;
  }

 private:
  [[nodiscard]] std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].text : std::string_view{};
  }
  [[nodiscard]] bool is_name(std::size_t i) const { return !text(i).empty() && starts_name(text(i).front()); }
  [[nodiscard]] bool is_member(std::size_t i) const {
    return text(i - 1) == "." || text(i - 1) == "::" || (text(i - 1) == ">" && text(i - 2) == "-");
  }
  [[nodiscard]] bool begins_statement(std::size_t i) const {
    return i == 0 || text(i - 1) == ";" || text(i - 1) == "{" || text(i - 1) == "}";
  }
  [[nodiscard]] bool assigns(std::size_t i) const { return text(i) == "=" && text(i + 1) != "="; }

  /// Both ways.
  void match_brackets() {
    match_.assign(tokens_.size(), tokens_.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const std::string_view t = text(i);
      if (t == "(" || t == "[" || t == "{") open.push_back(i);
      if ((t != ")" && t != "]" && t != "}") || open.empty()) continue;
      match_[open.back()] = i;
      match_[i] = open.back();
      open.pop_back();
    }
  }

  /// Whether some code could change a variable of a kernel without its name in front of an operator: by a
  /// reference that is not const, or in assembly.
  [[nodiscard]] bool has_references() const {
    static constexpr std::array<std::string_view, 8> kWords{"swap", "exchange", "iter_swap", "advance",
                                                            "tie",  "asm",      "__asm__",   "__asm"};
    const bool forwards = std::any_of(tokens_.begin(), tokens_.end(),
                                      [](const Token& token) { return token.text == "template"; });
    for (std::size_t i = 1; i < tokens_.size(); ++i) {
      if (is_one_of(text(i), kWords)) return true;
      if (text(i) != "&" || text(i - 1) == "&") continue;
      if (text(i + 1) == "&" && !forwards && text(i - 1) != "auto") continue;  // "and"
      if (text(i - 1) == "*" || text(i - 1) == ">") return true;
      if (!is_name(i - 1)) continue;
      std::size_t first = i - 1;
      bool is_const = false;
      while (first > 0 && (is_name(first) || text(first) == "::")) is_const |= text(first--) == "const";
      if (is_const) continue;
      if (text(first) == "(" || text(first) == ",") return true;
      if (text(i - 1) == "auto" || (is_name(i + 1) && assigns(i + 2))) return true;
    }
    return false;
  }

  /// The `{` of the innermost block; 0: none.
  [[nodiscard]] std::size_t body_around(std::size_t i) const {
    while (i > 0 && text(i) != "{") i = std::max<std::size_t>(text(i) == "}" ? match_[i] : i, 1) - 1;
    return i;
  }

  /// `semicolon` ends the array's declaration, which stands in the block that begins at `body`.
  std::optional<std::string> parts_of(std::size_t body, std::size_t semicolon) {
    if (body < 4 || text(body - 1) != ")") return {};
    const std::size_t list = match_[body - 1];
    bool is_kernel = false;
    for (std::size_t i = list; i-- > 0 && text(i) != ";" && text(i) != "}" && text(i) != "{";)
      is_kernel |= text(i) == "__simt_global__";
    if (!is_kernel || match_[body] >= tokens_.size() || !read_parameters(list, body - 1)) return {};
    for (Parameter& parameter : parameters_)
      parameter.changes = changes(parameter.name, body, match_[body], {});
    return find_parts(text(semicolon - 3), semicolon, match_[body]);
  }

  /// False when a type's size is not known.
  bool read_parameters(std::size_t open, std::size_t close) {
    parameters_.clear();
    for (std::size_t i = open + 1; i < close;) {
      std::size_t end = i;
      while (end < close && text(end) != ",") ++end;
      const std::optional<Parameter> parameter = read_parameter(i, end);
      if (!parameter) return false;
      parameters_.push_back(*parameter);
      i = end + 1;
    }
    place_parameters();
    return true;
  }

  std::optional<Parameter> read_parameter(std::size_t begin, std::size_t end) const {
    static const std::map<std::string_view, std::size_t> kIntegers{
        {"int", 4},  {"unsigned", 4}, {"int32_t", 4},  {"uint32_t", 4},
        {"long", 8}, {"int64_t", 8},  {"uint64_t", 8}, {"size_t", 8}};
    Parameter parameter{text(end - 1)};
    bool pointer = false;
    for (std::size_t i = begin; i + 1 < end; ++i) {
      const std::string_view t = text(i);
      pointer |= t == "*";
      if (const auto known = kIntegers.find(t); known != kIntegers.end())
        parameter.bytes = std::max(parameter.bytes, known->second);
      else if (t == "float" || t == "double" || t == "short" || t == "char" || t == "bool")
        return {};
      if (!is_name(i) && t != "*" && t != "::") return {};
    }
    if (text(end - 1) == "*") {
      pointer = true;
      parameter.name = "-";  // has none
    } else if (!is_name(end - 1)) {
      return {};
    }
    if (end < begin + 2 || (!pointer && parameter.bytes == 0)) return {};
    parameter.integer = !pointer;
    if (pointer) parameter.bytes = sizeof(void*);
    return parameter;
  }

  /// As <simt/launch.hpp> hands them on: a pointer, then nested lists of a head and a tail; the empty one is
  /// one byte.
  void place_parameters() {
    const auto up = [](std::size_t at, std::size_t to) { return (at + to - 1) / to * to; };
    std::vector<std::size_t> alignment(parameters_.size() + 1, 1);
    for (std::size_t i = parameters_.size(); i-- > 0;)
      alignment[i] = std::max(alignment[i + 1], parameters_[i].bytes);
    std::size_t at = sizeof(void*);
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      parameters_[i].place = up(at, alignment[i]);
      at = parameters_[i].place + parameters_[i].bytes;
    }
  }

  /// Whether the name gets another value, or is another variable's, between these tokens; `known` are its own
  /// declarations.
  [[nodiscard]] bool changes(std::string_view name, std::size_t begin, std::size_t end,
                             const std::set<std::size_t>& known) const {
    static constexpr std::array<std::string_view, 3> kBeforeValues{"return", "case", "else"};
    static constexpr std::array<std::string_view, 8> kOperators{"+", "-", "*", "/", "%", "&", "|", "^"};
    for (std::size_t i = begin; i < end; ++i) {
      if (text(i) != name || is_member(i) || known.contains(i)) continue;
      const std::string_view next = text(i + 1), before = text(i - 1);
      if (assigns(i + 1)) {
        const bool by_itself = begins_statement(i) && text(i + 2) == name && text(i + 3) == ".";
        if (!by_itself) return true;  // `tile = tile.from(1)` has the same slots
      }
      if (is_one_of(next, kOperators) && (text(i + 2) == "=" || text(i + 2) == next)) {
        if (next != "&" || text(i + 2) == "=") return true;
      }
      if ((next == "<" || next == ">") && text(i + 2) == next) return true;
      if ((before == "+" || before == "-") && text(i - 2) == before) return true;
      if (before == "&" && text(i - 2) != "&" && next != "[") {
        const bool binary =
            is_name(i - 2) || text(i - 2) == ")" || text(i - 2) == "]" || is_digit(text(i - 2).front());
        if (!binary) return true;
      }
      if (is_name(i - 1) && !is_one_of(before, kBeforeValues)) return true;  // another declaration
    }
    return false;
  }

  struct Found {
    std::string name;
    Begin begin;
    std::set<std::size_t> declared;
    bool unsure = false;
    std::string_view base;  // the pointer that its begin counts from
  };

  std::optional<std::string> find_parts(std::string_view array, std::size_t from, std::size_t end) {
    found_.clear();
    found_[array] = {std::string(array), {}, {}, false, {}};
    std::set<std::size_t> read;  // uses of the array that are understood
    for (std::size_t i = from; i < end; ++i) {
      if (!is_name(i) || text(i) == array) continue;
      std::string member;
      const std::size_t expression = declared_expression(i, member);
      if (expression == 0) continue;
      std::size_t at = expression;
      std::string_view base;
      const std::optional<Begin> begin = pointer(at, base);
      if (!begin || (text(at) != ";" && text(at) != "," && text(at) != "}")) continue;
      for (std::size_t use = expression; use < at; ++use) read.insert(use);
      const std::string name = std::string(text(i)) + (member.empty() ? "" : "." + member);
      const auto [entry, is_new] = found_.try_emplace(text(i), Found{name, *begin, {}, false, base});
      entry->second.declared.insert(i);
      entry->second.unsure |= !is_new || (!member.empty() && member_changes(text(i - 1), member));
    }
    for (std::size_t i = from; i < end; ++i) {
      if (text(i) == array && !is_member(i) && !read.contains(i)) return {};
    }
    for (auto& [name, part] : found_) part.unsure |= changes(name, from, end, part.declared);
    std::string parts;
    int count = 0;
    for (const auto& [name, part] : found_) {
      bool unsure = name == array;
      for (const Found* each = &part; !unsure && !each->base.empty(); each = &found_.at(each->base))
        unsure = each->unsure;
      if (unsure) continue;
      ++count;
      parts += " " + part.name + " " + std::to_string(part.begin.constant) + " " +
               std::to_string(part.begin.factors.size());
      for (const auto& [number, factor] : part.begin.factors) {
        const Parameter& parameter = parameters_[number];
        parts += " " + std::to_string(factor) + " " + std::to_string(parameter.place) + " " +
                 std::to_string(parameter.bytes);
      }
    }
    if (count == 0) return {};
    std::string words = std::string(array) + " " + std::to_string(parameters_.size());
    for (const Parameter& parameter : parameters_) words += " " + std::string(parameter.name);
    return words + " " + std::to_string(count) + parts;
  }

  /// Where the value begins that a pointer is declared with, or the first member of a struct; 0: nowhere.
  std::size_t declared_expression(std::size_t name, std::string& member) const {
    std::size_t i = name - 1;
    while (text(i) == "const" || text(i) == "__restrict__" || text(i) == "__restrict") --i;
    if (assigns(name + 1)) {
      const std::size_t type = text(i - 1) == "const" ? i - 1 : i;
      if (text(i) == "auto" && begins_statement(type)) return name + 2;
      if (text(i) == "*" && (text(i - 1) == "," || text(i - 1) == "const")) return name + 2;
      std::size_t first = i - 1;
      while (first > 0 && (is_name(first) || text(first) == "::") && !begins_statement(first)) --first;
      if (text(i) == "*" && is_name(i - 1) && begins_statement(first)) return name + 2;
    }
    if (i != name - 1 || !is_name(name - 1)) return 0;
    std::size_t brace = name + 1;
    if (text(brace) == "=") ++brace;
    if (brace == name + 2 && text(brace) == text(name - 1)) ++brace;
    if (text(brace) != "{") return 0;
    member = first_pointer(text(name - 1));
    return member.empty() ? 0 : brace + 1;
  }

  /// The `{` of `struct NAME {`; 0: none.
  [[nodiscard]] std::size_t struct_body(std::string_view name) const {
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i) {
      if (text(i) == "struct" && text(i + 1) == name && text(i + 2) == "{") return i + 2;
    }
    return 0;
  }

  [[nodiscard]] std::string first_pointer(std::string_view type) const {
    const std::size_t body = struct_body(type);
    if (body == 0) return {};
    std::size_t i = body + 1;
    while (is_name(i) || text(i) == "::") ++i;
    if (text(i) != "*" || i == body + 1) return {};
    ++i;
    if (text(i) == "const") ++i;
    return is_name(i) && text(i + 1) == ";" ? std::string(text(i)) : "";
  }

  /// Whether an object of the type may get another pointer than it began with, once it is only assigned what
  /// its own functions return.
  [[nodiscard]] bool member_changes(std::string_view type, std::string_view member) const {
    const std::size_t body = struct_body(type);
    for (std::size_t i = 1; i < tokens_.size(); ++i) {
      const bool is_inside = i > body && i < match_[body];
      if (text(i) == member && (is_member(i) || is_inside)) {
        const std::string_view next = text(i + 1);
        const bool twice = text(i + 2) == "=" || text(i + 2) == next;
        if (assigns(i + 1) || ((next == "+" || next == "-") && twice) || text(i - 1) == "&") return true;
      }
      if (!is_inside) continue;
      if (text(i) == type && text(i + 1) != "{" && !is_name(i + 1)) return true;  // constructors, `*this`
      const bool makes = text(i) == "{" && (text(i - 1) == "return" || text(i - 1) == type);
      if (makes && text(i + 1) != member) return true;
      if (text(i) == "this") return true;
    }
    return false;
  }

  /// BASE, BASE + sum, &BASE[sum], in parentheses or as the first argument of a marked span; `at` moves
  /// behind.
  std::optional<Begin> pointer(std::size_t& at, std::string_view& name) const {
    if (text(at) == "::") {
      std::size_t last = at;
      while (text(last) == "::" && is_name(last + 1)) last += 2;
      if (text(last) != "(" || !text(last - 1).ends_with("span")) return {};
      std::size_t inside = last + 1;
      std::optional<Begin> first = pointer(inside, name);
      if (text(inside) != ",") return {};
      at = match_[last] + 1;
      return first;
    }
    std::optional<Begin> begin;
    if (text(at) == "(") {
      std::size_t inside = at + 1;
      begin = pointer(inside, name);
      if (inside != match_[at]) return {};
      at = inside + 1;
    } else {
      const bool address = text(at) == "&";
      at += address;
      const auto base = found_.find(text(at));
      if (base == found_.end() || base->second.name != text(at)) return {};
      begin = base->second.begin;
      name = base->first;
      ++at;
      if (address) {
        if (text(at) != "[") return {};
        const std::size_t close = match_[at];
        ++at;
        if (!add_sum(*begin, at) || at != close) return {};
        ++at;
      }
    }
    if (!begin) return {};
    while (text(at) == "+") {
      if (!add_product(*begin, ++at)) return {};
    }
    return begin;
  }

  bool add_sum(Begin& begin, std::size_t& at) const {
    if (!add_product(begin, at)) return false;
    while (text(at) == "+") {
      if (!add_product(begin, ++at)) return false;
    }
    return true;
  }

  /// Numbers and at most one parameter.
  bool add_product(Begin& begin, std::size_t& at) const {
    long factor = 1;
    std::optional<std::size_t> parameter;
    for (;; ++at) {
      const std::string_view t = text(at);
      if (!t.empty() && is_digit(t.front())) {
        if (t.size() > 6 || !std::all_of(t.begin(), t.end(), is_digit) || (t.size() > 1 && t.front() == '0'))
          return false;
        factor *= std::stol(std::string(t));
      } else {
        const auto known = std::find_if(parameters_.begin(), parameters_.end(),
                                        [&](const Parameter& each) { return each.name == t; });
        if (known == parameters_.end() || parameter || !known->integer || known->changes) return false;
        parameter = static_cast<std::size_t>(known - parameters_.begin());
      }
      if (text(++at) != "*") break;
    }
    (parameter ? begin.factors[*parameter] : begin.constant) += factor;
    return true;
  }

  const std::vector<Token>& tokens_;
  std::vector<std::size_t> match_;
  std::vector<Parameter> parameters_;
  std::map<std::string_view, Found> found_;
};

}  // namespace

std::string name_parts(std::string_view preprocessed, const IsFile& is_user_file) {
  std::string text(preprocessed);
  if (text.find("__simt_shared__") == std::string::npos) return text;
  const SourceText source = read_source_text(preprocessed, is_user_file);
  std::vector<Finder::Addition> additions = Finder(source).run();
  for (auto addition = additions.rbegin(); addition != additions.rend(); ++addition)
    text.insert(addition->at, addition->words);
  return text;
}

}  // namespace simt::cxx
