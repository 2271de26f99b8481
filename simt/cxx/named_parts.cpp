#include "named_parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lexing.hpp"
#include "tokens.hpp"

namespace simt::cxx {
namespace {

/// A pointer, or an integer for the beginning of a part of shared memory.
struct Parameter {
  std::string_view name;
  std::size_t bytes = 0, place = 0;  // in the engine's arguments at a launch
  bool integer = false, changes = false;
};

std::optional<Parameter> read_parameter(const BracketedText& source, std::size_t begin, std::size_t end) {
  static const std::map<std::string_view, std::size_t> kIntegers{
      {"int", 4},  {"unsigned", 4}, {"int32_t", 4},  {"uint32_t", 4},
      {"long", 8}, {"int64_t", 8},  {"uint64_t", 8}, {"size_t", 8}};
  Parameter parameter{source.text(end - 1)};
  bool pointer = false;
  for (std::size_t i = begin; i + 1 < end; ++i) {
    const std::string_view t = source.text(i);
    pointer |= t == "*";
    if (const auto known = kIntegers.find(t); known != kIntegers.end())
      parameter.bytes = std::max(parameter.bytes, known->second);
    else if (t == "float" || t == "double" || t == "short" || t == "char" || t == "bool")
      return {};
    if (!source.is_name(i) && t != "*" && t != "::") return {};
  }
  if (source.text(end - 1) == "*") {
    pointer = true;
    parameter.name = "-";  // has none
  } else if (!source.is_name(end - 1)) {
    return {};
  }
  if (end < begin + 2 || (!pointer && parameter.bytes == 0)) return {};
  parameter.integer = !pointer;
  if (pointer) parameter.bytes = sizeof(void*);
  return parameter;
}

/// As <simt/launch.hpp> passes them: a pointer, then nested lists of a head and a tail; the empty one is one
/// byte.
void place(std::vector<Parameter>& parameters) {
  const auto up = [](std::size_t at, std::size_t to) { return (at + to - 1) / to * to; };
  std::vector<std::size_t> alignment(parameters.size() + 1, 1);
  for (std::size_t i = parameters.size(); i-- > 0;)
    alignment[i] = std::max(alignment[i + 1], parameters[i].bytes);
  std::size_t at = sizeof(void*);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    parameters[i].place = up(at, alignment[i]);
    at = parameters[i].place + parameters[i].bytes;
  }
}

/// Those between the parentheses `open` and `close`, in order; nothing if a type's size is unknown. Doesn't
/// set `changes`.
std::optional<std::vector<Parameter>> read_parameters(const BracketedText& source, std::size_t open,
                                                      std::size_t close) {
  std::vector<Parameter> parameters;
  for (std::size_t i = open + 1; i < close;) {
    std::size_t end = i;
    while (end < close && source.text(end) != ",") ++end;
    const std::optional<Parameter> parameter = read_parameter(source, i, end);
    if (!parameter) return {};
    parameters.push_back(*parameter);
    i = end + 1;
  }
  place(parameters);
  return parameters;
}

/// Whether code could change a variable of a kernel without its name in front of an operator: through a
/// non-const reference, or in assembly.
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

/// Whether the name gets another value, or is another variable's, between these tokens; `known` are its own
/// declarations.
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

/// The `{` of `struct NAME {`, or 0.
std::size_t struct_body(const BracketedText& source, std::string_view name) {
  for (std::size_t i = 0; i + 2 < source.size(); ++i) {
    if (source.text(i) == "struct" && source.text(i + 1) == name && source.text(i + 2) == "{") return i + 2;
  }
  return 0;
}

/// Whether an object of the type may get another pointer after its declaration, if it is assigned only its
/// own functions' results.
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

/// constant + the sum of factor * parameter, in elements of the array.
struct Begin {
  long constant = 0;
  std::map<std::size_t, long> factors;  // by the parameter's number
};

/// The targets of pointers with known names: the array, and parts of it.
using KnownPointers = std::map<std::string_view, Begin>;

struct PointerValue {
  Begin begin;
  std::string_view base;   // the known pointer that it counts from
  std::size_t behind = 0;  // the token behind its expression
};

class Reader {
 public:
  Reader(const BracketedText& source, const std::vector<Parameter>& parameters, const KnownPointers& known)
      : source_(source), parameters_(parameters), known_(known) {}

  [[nodiscard]] std::optional<PointerValue> pointer(std::size_t at) const {
    std::optional<PointerValue> value;
    if (text(at) == "::") return span(at);
    if (text(at) == "(") {
      value = pointer(at + 1);
      if (!value || value->behind != source_.closing(at)) return {};
      ++value->behind;
    } else {
      value = known_pointer(at);
      if (!value) return {};
    }
    while (text(value->behind) == "+") {
      if (!add_product(value->begin, ++value->behind)) return {};
    }
    return value;
  }

 private:
  [[nodiscard]] std::string_view text(std::size_t i) const { return source_.text(i); }

  [[nodiscard]] std::optional<PointerValue> span(std::size_t at) const {
    std::size_t last = at;
    while (text(last) == "::" && source_.is_name(last + 1)) last += 2;
    if (text(last) != "(" || !text(last - 1).ends_with("span")) return {};
    std::optional<PointerValue> first = pointer(last + 1);
    if (!first || text(first->behind) != ",") return {};
    first->behind = source_.closing(last) + 1;
    return first;
  }

  /// NAME or &NAME[sum].
  [[nodiscard]] std::optional<PointerValue> known_pointer(std::size_t at) const {
    const bool address = text(at) == "&";
    at += address ? 1 : 0;
    const auto base = known_.find(text(at));
    if (base == known_.end()) return {};
    PointerValue value{base->second, base->first, ++at};
    if (!address) return value;
    if (text(at) != "[") return {};
    ++value.behind;
    if (!add_sum(value.begin, value.behind) || value.behind != source_.closing(at)) return {};
    ++value.behind;
    return value;
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

  const BracketedText& source_;
  const std::vector<Parameter>& parameters_;
  const KnownPointers& known_;
};

/// The pointer at `at`: BASE, BASE + sum or &BASE[sum], in parentheses or as the first argument of a marked
/// span. Sums are of numbers and of multiples of integer parameters that don't change. Else nothing.
std::optional<PointerValue> read_pointer(const BracketedText& source,
                                         const std::vector<Parameter>& parameters, const KnownPointers& known,
                                         std::size_t at) {
  return Reader(source, parameters, known).pointer(at);
}

struct Addition {
  std::size_t at = 0;
  std::string words;
};

/// A kernel's pointer into the array, or a struct that begins with one.
struct Part {
  std::string name;  // "tileB", "tileB.slots"
  Begin begin;
  std::set<std::size_t> declared;
  bool unsure = false;
  std::string_view base;  // the pointer that it is relative to; empty for the array
};
using Parts = std::map<std::string_view, Part>;

class Finder : private BracketedText {
 public:
  explicit Finder(const SourceText& source) : BracketedText(source.tokens) {}

  std::vector<Addition> run() {
    if (may_change_unnamed(*this)) return {};
    std::map<std::size_t, std::vector<std::size_t>> declarations;  // the `;` of each, by its block
    for (std::size_t i = 0; i + 5 < size(); ++i) {
      if (text(i) != "extern" || text(i + 1) != "__simt_shared__" || !begins_statement(i)) continue;
      std::size_t end = i;
      while (end < size() && text(end) != ";") ++end;
      if (const auto body = block_around(i)) declarations[*body].push_back(end);
    }
    std::vector<Addition> additions;
    for (const auto& [body, ends] : declarations) {
      const std::size_t end = ends.front();
      // Two would be names of one array.
      if (ends.size() != 1 || text(end - 1) != "]" || text(end - 2) != "[" || !is_name(end - 3)) continue;
      const std::optional<std::string> words = parts_of(body, end);
      if (!words) continue;
      additions.push_back({token(end).at + 1, " static const struct { unsigned long bytes; char words[" +
                                                  std::to_string(words->size() + 1) +
                                                  "]; } simt_parts __attribute__((used)) = {sizeof(" +
                                                  std::string(text(end - 3)) + "[0]), \"" + *words + "\"};"});
    }
    return additions;
  }

 private:
  /// `semicolon` ends the array's declaration, in the block that begins at `body`.
  std::optional<std::string> parts_of(std::size_t body, std::size_t semicolon) {
    if (body < 4 || text(body - 1) != ")") return {};
    const std::size_t list = opening(body - 1);
    bool is_kernel = false;
    for (std::size_t i = list; i-- > 0 && text(i) != ";" && text(i) != "}" && text(i) != "{";)
      is_kernel |= text(i) == "__simt_global__";
    const std::size_t end = closing(body);
    if (!is_kernel || list >= size() || end >= size()) return {};
    const std::optional<std::vector<Parameter>> parameters = read_parameters(*this, list, body - 1);
    if (!parameters) return {};
    parameters_ = *parameters;
    for (Parameter& parameter : parameters_)
      parameter.changes = changes(*this, parameter.name, body, end, {});
    const std::string_view array = text(semicolon - 3);
    const std::optional<Parts> parts = find_parts(array, semicolon, end);
    return parts ? words_of(array, *parts) : std::nullopt;
  }

  /// The parts of the pointers that are declared between two tokens, and the array itself; nothing if the
  /// array has other uses.
  [[nodiscard]] std::optional<Parts> find_parts(std::string_view array, std::size_t from,
                                                std::size_t end) const {
    Parts parts{{array, {std::string(array), {}, {}, false, {}}}};
    KnownPointers known{{array, {}}};
    std::set<std::size_t> read;  // understood uses of the array
    for (std::size_t i = from; i < end; ++i) {
      if (!is_name(i) || text(i) == array) continue;
      std::string member;
      const std::size_t expression = declared_expression(i, member);
      if (expression == 0) continue;
      const std::optional<PointerValue> value = read_pointer(*this, parameters_, known, expression);
      if (!value) continue;
      const std::string_view next = text(value->behind);
      if (next != ";" && next != "," && next != "}") continue;
      for (std::size_t use = expression; use < value->behind; ++use) read.insert(use);
      const std::string name = std::string(text(i)) + (member.empty() ? "" : "." + member);
      const auto [entry, is_new] =
          parts.try_emplace(text(i), Part{name, value->begin, {}, false, value->base});
      if (is_new && member.empty()) known[text(i)] = value->begin;
      entry->second.declared.insert(i);
      entry->second.unsure |= !is_new || (!member.empty() && member_changes(*this, text(i - 1), member));
    }
    for (std::size_t i = from; i < end; ++i) {
      if (text(i) == array && !is_member(i) && !read.contains(i)) return {};
    }
    for (auto& [name, part] : parts) part.unsure |= changes(*this, name, from, end, part.declared);
    return parts;
  }

  /// The input of core/named_parts; nothing without a certain part.
  [[nodiscard]] std::optional<std::string> words_of(std::string_view array, const Parts& parts) const {
    std::string listed;
    int count = 0;
    for (const auto& [name, part] : parts) {
      bool unsure = name == array;
      for (const Part* each = &part; !unsure && !each->base.empty(); each = &parts.at(each->base))
        unsure = each->unsure;
      if (unsure) continue;
      ++count;
      listed += " " + part.name + " " + std::to_string(part.begin.constant) + " " +
                std::to_string(part.begin.factors.size());
      for (const auto& [number, factor] : part.begin.factors) {
        const Parameter& parameter = parameters_[number];
        listed += " " + std::to_string(factor) + " " + std::to_string(parameter.place) + " " +
                  std::to_string(parameter.bytes);
      }
    }
    if (count == 0) return {};
    std::string words = std::string(array) + " " + std::to_string(parameters_.size());
    for (const Parameter& parameter : parameters_) words += " " + std::string(parameter.name);
    return words + " " + std::to_string(count) + listed;
  }

  /// The beginning of a pointer's initial value, or of a struct's first member; 0: none.
  [[nodiscard]] std::size_t declared_expression(std::size_t name, std::string& member) const {
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

  [[nodiscard]] std::string first_pointer(std::string_view type) const {
    const std::size_t body = struct_body(*this, type);
    if (body == 0) return {};
    std::size_t i = body + 1;
    while (is_name(i) || text(i) == "::") ++i;
    if (text(i) != "*" || i == body + 1) return {};
    ++i;
    if (text(i) == "const") ++i;
    return is_name(i) && text(i + 1) == ";" ? std::string(text(i)) : "";
  }

  std::vector<Parameter> parameters_;  // of the current kernel
};

}  // namespace

std::string name_parts(std::string_view preprocessed, const IsFile& is_user_file) {
  std::string text(preprocessed);
  if (text.find("__simt_shared__") == std::string::npos) return text;
  const SourceText source = read_source_text(preprocessed, is_user_file);
  std::vector<Addition> additions = Finder(source).run();
  for (auto addition = additions.rbegin(); addition != additions.rend(); ++addition)
    text.insert(addition->at, addition->words);
  return text;
}

}  // namespace simt::cxx
