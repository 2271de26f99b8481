#include "policy.hpp"

#include <optional>
#include <utility>

namespace simt::cxx {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

std::string_view take_rule_word(std::string_view& text) {
  text = trimmed(text);
  const std::string_view word = text.substr(0, text.find(' '));
  text = trimmed(text.substr(word.size()));
  return word;
}

std::optional<std::size_t> subject_of(std::string_view word) {
  for (std::size_t i = 0; i < kSubjectNames.size(); ++i) {
    if (kSubjectNames[i] == word) return i;
  }
  return std::nullopt;
}

}  // namespace

bool fits(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  if (name.substr(0, star) != pattern.substr(0, star)) return false;
  pattern.remove_prefix(star + 1);
  name.remove_prefix(star);
  if (pattern.empty()) return true;
  for (; !name.empty(); name.remove_prefix(1)) {
    if (fits(pattern, name)) return true;
  }
  return false;
}

Policy::Policy(std::string_view text) {
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.front() != '#') add(line, number);
  }
}

void Policy::add(std::string_view line, int number) {
  const auto fail = [&](const std::string& what) -> PolicyError {
    return PolicyError("policy, line " + std::to_string(number) + ": " + what);
  };
  const std::string_view verb = take_rule_word(line);
  const std::string_view subject_word = take_rule_word(line);
  const std::optional<std::size_t> subject = subject_of(subject_word);
  if (!subject) throw fail("no subject '" + std::string(subject_word) + "'");
  Rule rule;
  if (verb == "allow") {
    rule.pattern = line;
  } else if (verb == "refuse" || verb == "require") {
    rule.verb = verb == "refuse" ? Rule::Verb::refuse : Rule::Verb::require;
    const std::size_t bar = line.find(" | ");
    if (bar == std::string_view::npos) throw fail("no sentence after ' | '");
    rule.pattern = trimmed(line.substr(0, bar));
    rule.sentence = trimmed(line.substr(bar + 3));
  } else {
    throw fail("expected allow, refuse or require, not '" + std::string(verb) + "'");
  }
  if (rule.pattern.empty()) throw fail("no pattern");
  rules_[*subject].push_back(std::move(rule));
  any_ = true;
}

const Rule* Policy::rule_against(Subject subject, std::string_view found) const {
  for (const Rule& rule : of(subject)) {
    if (rule.verb == Rule::Verb::require || !fits(rule.pattern, found)) continue;
    return rule.verb == Rule::Verb::refuse ? &rule : nullptr;
  }
  return nullptr;
}

Refusal Rule::refuse(std::string_view found, std::string file, int line) const {
  std::string text = sentence;
  const std::size_t at = text.find("{}");
  if (at != std::string::npos) text.replace(at, 2, found);
  return {std::move(file), line, std::move(text)};
}

}  // namespace simt::cxx
