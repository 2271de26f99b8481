#include "named_parts.hpp"

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "bracketed_text.hpp"
#include "changed_variables.hpp"
#include "kernel_parameters.hpp"
#include "part_begins.hpp"

namespace simt::cxx {
namespace {

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
