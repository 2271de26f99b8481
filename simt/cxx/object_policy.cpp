#include "object_policy.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include "lexing.hpp"

namespace simt::cxx {
namespace {

/// The names before a `::` in a symbol's name; for a name that is too long to demangle, a guess.
std::set<std::string> scopes_of(const std::string& symbol) {
  std::set<std::string> scopes;
  const std::string name = elf::demangled(symbol);
  for (std::size_t at = 0; (at = name.find("::", at)) != std::string::npos; at += 2) {
    std::size_t begin = at;
    while (begin > 0 && continues_name(name[begin - 1])) --begin;
    scopes.insert(name.substr(begin, at - begin));
  }
  if (name != symbol) return scopes;
  for (std::size_t at = 2; symbol.starts_with("_Z") && at < symbol.size(); ++at) {
    std::size_t end = at, length = 0;
    while (end < std::min(symbol.size(), at + 6) && is_digit(symbol[end]))
      length = length * 10 + static_cast<std::size_t>(symbol[end++] - '0');
    if (end > at && !is_digit(symbol[at - 1])) scopes.insert(symbol.substr(end, length));
  }
  return scopes;
}

/// A class of the C++ library whose functions bear the name of another one.
struct Inner {
  std::string_view part, classes;
};
constexpr Inner kInner[] = {{"_Rb_tree", "map set multimap multiset"},
                            {"_List_node", "list"},
                            {"_Hash", "unordered_map unordered_set unordered_multimap unordered_multiset"}};

/// What source code calls for a C function of this name: "__isoc99_sscanf", "__dynamic_cast", "__printf_chk".
std::string c_name(std::string name) {
  for (const std::string_view prefix : {"__isoc99_", "__isoc23_"}) {
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
  }
  if (name.ends_with("_chk")) name.resize(name.size() - 4);
  name.erase(0, std::min(name.find_first_not_of('_'), name.size()));
  return name;
}

/// Where the source code has the last part of a name; null: nowhere.
const Token* token_of(const SourceText& source, std::string_view name) {
  name.remove_prefix(name.rfind(':') + 1);
  const auto found = std::find_if(source.tokens.begin(), source.tokens.end(),
                                  [&](const Token& each) { return each.text == name; });
  return found == source.tokens.end() ? nullptr : &*found;
}

/// Of `name`, at the first line that has `in_source`, or of the file.
Refusal refusal(const Rule& rule, const std::string& name, std::string_view in_source,
                const SourceText& source, const std::string& file) {
  const Token* const token = token_of(source, in_source);
  return token == nullptr ? rule.refuse(name, file, 0)
                          : rule.refuse(name, source.files[token->file], token->line);
}

/// Refusals of what a library has compiled: one use of a class calls a dozen of its functions.
class LibraryRefusals {
 public:
  LibraryRefusals(const SourceText& source, const std::string& file) : source_(source), file_(file) {}

  void take(const Rule& rule, std::string symbol) {
    if (symbol.starts_with("_ZT") && symbol.size() > 4) symbol.erase(2, 2);  // what describes a class
    std::string name = library_name(symbol), in_source;
    const bool is_of_cpp = !name.empty();
    if (is_of_cpp) {
      in_source = name = class_of(std::move(name));
    } else if (symbol.starts_with("_Z")) {
      name = elf::demangled(symbol);
      in_source = source_name(symbol);
    } else {
      in_source = token_of(source_, symbol) == nullptr ? c_name(symbol) : symbol;
      name = token_of(source_, in_source) != nullptr ? in_source : symbol;
    }
    if (!told_.insert(name).second) return;
    const bool has_line = token_of(source_, in_source) != nullptr;
    (is_of_cpp && !has_line ? without_line_ : refusals_)
        .push_back(refusal(rule, name, in_source, source_, file_));
    has_line_ |= is_of_cpp && has_line;
  }

  /// Of the C++ library those with a line, or else one: the rest is what these call.
  [[nodiscard]] std::vector<Refusal> all() && {
    if (!has_line_ && !without_line_.empty()) refusals_.push_back(std::move(without_line_.front()));
    return std::move(refusals_);
  }

 private:
  /// The class or function of the source code that has this one of the C++ library.
  [[nodiscard]] std::string class_of(std::string name) const {
    for (const std::string_view part : {"__cxx11::", "basic_"}) {
      if (const std::size_t at = name.find(part); at != std::string::npos) name.erase(at, part.size());
    }
    for (std::size_t end = name.size(); end != std::string::npos && end > 3;
         end = name.rfind("::", end - 1)) {
      if (token_of(source_, name.substr(0, end)) != nullptr) return name.substr(0, end);
    }
    for (const auto& [part, classes] : kInner) {
      if (name.find(part) == std::string::npos) continue;
      std::istringstream all{std::string(classes)};
      for (std::string each; all >> each;) {
        if (token_of(source_, each) != nullptr) return "std::" + each;
      }
    }
    return name;
  }

  const SourceText& source_;
  const std::string& file_;
  std::set<std::string> told_;
  std::vector<Refusal> refusals_, without_line_;
  bool has_line_ = false;  // one of the C++ library
};

}  // namespace

std::string source_name(const std::string& symbol) {
  const std::string name = elf::demangled(symbol);
  const std::size_t end = std::min(name.find_first_of("(<["), name.size());
  std::size_t begin = end;
  while (begin > 0 && continues_name(name[begin - 1])) --begin;
  return begin == end ? name : name.substr(begin, end - begin);
}

std::string library_name(std::string_view symbol) {
  if (!symbol.starts_with("_Z")) return {};
  symbol.remove_prefix(std::min(symbol.find_first_not_of("ZNKVrRO", 2), symbol.size()));
  std::string name;
  if (symbol.starts_with("St")) {
    name = "std";
    symbol.remove_prefix(2);
  }
  for (const auto& [letters, type] : {std::pair("Sa", "std::allocator"), std::pair("Sb", "std::basic_string"),
                                      std::pair("Ss", "std::string"), std::pair("Si", "std::istream"),
                                      std::pair("So", "std::ostream"), std::pair("Sd", "std::iostream")}) {
    if (!symbol.starts_with(letters)) continue;
    name = type;
    symbol.remove_prefix(2);
  }
  while (!symbol.empty()) {
    if (symbol.front() == 'L') symbol.remove_prefix(1);  // of internal linkage
    std::size_t digits = 0, length = 0;
    while (digits < std::min<std::size_t>(symbol.size(), 6) && is_digit(symbol[digits])) {
      length = length * 10 + static_cast<std::size_t>(symbol[digits++] - '0');
    }
    if (digits == 0 || length > symbol.size() - digits) break;
    if (!name.empty()) name += "::";
    std::string_view part = symbol.substr(digits, length);
    if (part.starts_with("__") && part.ends_with("_fn"))
      part = part.substr(2, part.size() - 5);  // std::ranges::merge
    name += part;
    symbol.remove_prefix(digits + length);
  }
  return name.starts_with("std::") || name.starts_with("__gnu") || name.starts_with("__pstl") ? name : "";
}

std::vector<Refusal> use_refusals(const elf::ObjectFile& object, const SourceText& source,
                                  const Policy& policy, const std::string& file) {
  LibraryRefusals refusals(source, file);
  for (const elf::ObjectSymbol& symbol : object.symbols) {
    const std::string name = symbol.variable ? "" : library_name(symbol.name);
    const Rule* rule = name.empty() ? nullptr : policy.rule_against(Subject::use, name);
    if (rule != nullptr) refusals.take(*rule, symbol.name);
  }
  return std::move(refusals).all();
}

std::vector<Refusal> object_refusals(const elf::ObjectFile& object, const SourceText& source,
                                     const Policy& policy, const std::string& file) {
  std::vector<Refusal> refusals;
  std::set<std::string> defined, told;
  LibraryRefusals library(source, file);
  const auto report = [&](const Rule& rule, const std::string& symbol) {
    refusals.push_back(refusal(rule, elf::demangled(symbol), source_name(symbol), source, file));
  };
  for (const elf::ObjectSymbol& symbol : object.symbols) {
    if (!policy.of(Subject::scope).empty()) {
      for (const std::string& scope : scopes_of(symbol.name)) {
        const Rule* rule = policy.rule_against(Subject::scope, scope);
        if (rule != nullptr && told.insert(scope).second) report(*rule, symbol.name);
      }
    }
    if (symbol.local || (symbol.undefined && symbol.thread_local_)) continue;
    if (!symbol.undefined) defined.insert(symbol.name);
    const Subject subject = symbol.undefined ? Subject::import : Subject::definition;
    const Rule* rule = policy.rule_against(subject, symbol.name);
    if (rule == nullptr) continue;
    if (symbol.undefined) {
      library.take(*rule, symbol.name);
    } else {
      report(*rule, symbol.name);
    }
  }
  std::vector<Refusal> of_library = std::move(library).all();
  std::move(of_library.begin(), of_library.end(), std::back_inserter(refusals));
  for (const std::string& initialiser : object.initialisers) {
    if (const Rule* rule = policy.rule_against(Subject::initialiser, initialiser)) report(*rule, initialiser);
  }
  for (const Rule& rule : policy.of(Subject::definition)) {
    if (rule.verb == Rule::Verb::require && !defined.contains(rule.pattern)) report(rule, rule.pattern);
  }
  return refusals;
}

}  // namespace simt::cxx
