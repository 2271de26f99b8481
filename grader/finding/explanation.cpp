#include "finding/explanation.hpp"

#include <fmt/format.h>

#include "finding/messages.hpp"

namespace mergelab::finding {
namespace {

constexpr std::string_view kTexts[] = {
#define MERGELAB_SENTENCE(id, text) text,
#include "finding/sentences.inc"
#include "kits/sentences.inc"
#undef MERGELAB_SENTENCE
};

/// `format` is empty, ":.3g" for a figure, or " block" and " block has|blocks have" for a count with its
/// noun.
std::string text_of(const Argument& argument, std::string_view format) {
  if (const auto* name = std::get_if<std::string>(&argument)) return *name;
  if (const auto* figure = std::get_if<double>(&argument))
    return fmt::format(fmt::runtime(fmt::format("{{{}}}", format)), *figure);
  std::string digits = std::to_string(std::get<std::int64_t>(argument));
  return format.empty() ? digits : counted(digits, format.substr(1));
}

/// Of the finding that a statement refers to.
template <class Some>
auto* index_of(Some& statement) {
  const bool refers = statement.id == Sentence::finding && !statement.arguments.empty();
  return refers ? std::get_if<std::int64_t>(&statement.arguments.front()) : nullptr;
}

/// "{0}", "{1:.3g}" or "{0 block}", without its braces.
std::string placeholder(std::string_view name, const std::vector<Argument>& arguments) {
  const auto index = static_cast<std::size_t>(name[0] - '0');
  return index < arguments.size() ? text_of(arguments[index], name.substr(1)) : fmt::format("{{{}}}", name);
}

}  // namespace

Explanation& Explanation::operator+=(Explanation more) {
  const auto before = static_cast<std::int64_t>(findings_.size());
  for (Statement& statement : more.statements_) {
    if (more.finding_of(statement) != nullptr) *index_of(statement) += before;
    statements_.push_back(std::move(statement));
  }
  findings_.insert(findings_.end(), more.findings_.begin(), more.findings_.end());
  return *this;
}

const Finding* Explanation::finding_of(const Statement& statement) const {
  const std::int64_t* const index = index_of(statement);
  const bool is_one = index != nullptr && *index >= 0 && static_cast<std::size_t>(*index) < findings_.size();
  return is_one ? &findings_[static_cast<std::size_t>(*index)] : nullptr;
}

std::string text_of(const Statement& statement) {
  return filled(kTexts[static_cast<std::size_t>(statement.id)],
                [&](std::string_view name) { return placeholder(name, statement.arguments); });
}

std::string text_of(const Explanation& explanation, const FindingText& finding_text) {
  std::string text;
  for (const Statement& statement : explanation.statements()) {
    const Finding* const found = explanation.finding_of(statement);
    text += found == nullptr ? text_of(statement) : finding_text(*found);
  }
  return text;
}

std::string advice_of(const Explanation& explanation) {
  for (const Statement& statement : explanation.statements()) {
    const Finding* const found = explanation.finding_of(statement);
    if (found == nullptr) continue;
    if (std::string advice = advice_of(*found); !advice.empty()) return advice;
  }
  return "";
}

}  // namespace mergelab::finding
