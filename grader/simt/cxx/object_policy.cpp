#include "object_policy.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <set>

#include "lexing.hpp"

namespace simt::cxx {
namespace {

/// How often a mangled name refers back to a part of itself, `S_` or `T0_`; the parts of a longer number
/// count again, which does no harm.
std::size_t back_references(const std::string& symbol) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + 1 < symbol.size(); ++i) {
    const char next = symbol[i + 1];
    const bool number = next == '_' || is_digit(next) || (next >= 'A' && next <= 'Z');
    if ((symbol[i] == 'S' || symbol[i] == 'T') && number) ++count;
  }
  return count;
}

/// The symbol itself where its name in the source would be endless: each back reference may double it.
std::string demangled(const std::string& symbol) {
  constexpr std::size_t kMostReferences = 24, kLongest = 4096;
  if (symbol.size() > kLongest || back_references(symbol) > kMostReferences) return symbol;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && name ? name.get() : symbol;
}

}  // namespace

std::string source_name(const std::string& symbol) {
  const std::string name = demangled(symbol);
  const std::size_t end = std::min(name.find_first_of("(<["), name.size());
  std::size_t begin = end;
  while (begin > 0 && continues_name(name[begin - 1])) --begin;
  return begin == end ? name : name.substr(begin, end - begin);
}

std::vector<Refusal> object_refusals(const elf::ObjectFile& object, const SourceText& source,
                                     const Policy& policy, const std::string& file) {
  std::vector<Refusal> refusals;
  std::set<std::string> defined;
  const auto report = [&](const Rule& rule, const std::string& symbol) {
    const std::string name = source_name(symbol);
    for (const Token& token : source.tokens) {
      if (token.text != name) continue;
      refusals.push_back(rule.refuse(demangled(symbol), source.files[token.file], token.line));
      return;
    }
    refusals.push_back(rule.refuse(demangled(symbol), file, 0));
  };
  for (const elf::ObjectSymbol& symbol : object.symbols) {
    if (symbol.local || (symbol.undefined && symbol.thread_local_)) continue;
    if (!symbol.undefined) defined.insert(symbol.name);
    const Subject subject = symbol.undefined ? Subject::import : Subject::definition;
    if (const Rule* rule = policy.rule_against(subject, symbol.name)) report(*rule, symbol.name);
  }
  for (const std::string& initialiser : object.initialisers) {
    if (const Rule* rule = policy.rule_against(Subject::initialiser, initialiser)) report(*rule, initialiser);
  }
  for (const Rule& rule : policy.of(Subject::definition)) {
    if (rule.verb == Rule::Verb::require && !defined.contains(rule.pattern)) report(rule, rule.pattern);
  }
  return refusals;
}

}  // namespace simt::cxx
