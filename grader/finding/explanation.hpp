// What a message tells, as data: statements (sentences.inc) with their numbers and names, and findings.
// text_of() makes the message.
#pragma once

#include <concepts>
#include <functional>
#include <utility>
#include <variant>
#include <vector>

#include "finding/finding.hpp"

namespace mergelab::finding {

/// A row of a sentences.inc.
enum class Sentence : std::uint8_t {
#define MERGELAB_SENTENCE(id, text) id,
#include "finding/sentences.inc"
#include "kits/sentences.inc"
#undef MERGELAB_SENTENCE
};

inline constexpr std::string_view kSentenceNames[] = {
#define MERGELAB_SENTENCE(id, text) #id,
#include "finding/sentences.inc"
#include "kits/sentences.inc"
#undef MERGELAB_SENTENCE
};
constexpr const auto& names(Sentence) { return kSentenceNames; }

/// A count, a measured figure, or a name: of an element, a function, a test.
using Argument = std::variant<std::int64_t, double, std::string>;

struct Statement {
  Sentence id = Sentence::finding;
  std::vector<Argument> arguments{};

  Statement() = default;
  template <class... Values>
  explicit Statement(Sentence which, Values&&... values)
      : id(which), arguments{argument(std::forward<Values>(values))...} {}

  [[nodiscard]] bool operator==(const Statement&) const = default;

 private:
  template <class Value>
  static Argument argument(Value&& value) {
    using Type = std::remove_cvref_t<Value>;
    if constexpr (std::integral<Type>) {
      return static_cast<std::int64_t>(value);
    } else if constexpr (std::floating_point<Type>) {
      return static_cast<double>(value);
    } else {
      return std::string(std::forward<Value>(value));
    }
  }
};

/// In the order of the message.
class Explanation {
 public:
  Explanation() = default;
  Explanation(Statement statement) { statements_.push_back(std::move(statement)); }  // NOLINT: as a string
  Explanation(const Finding& found)                                                  // NOLINT: likewise
      : statements_{Statement(Sentence::finding, 0)}, findings_{found} {}
  /// As they crossed from another process. A statement that refers to no finding says nothing.
  Explanation(std::vector<Statement> statements, std::vector<Finding> findings)
      : statements_(std::move(statements)), findings_(std::move(findings)) {}

  /// `more` is told after it.
  Explanation& operator+=(Explanation more);

  [[nodiscard]] bool empty() const { return statements_.empty() && findings_.empty(); }
  [[nodiscard]] const std::vector<Statement>& statements() const { return statements_; }
  /// What came first, and what ended the run.
  [[nodiscard]] const std::vector<Finding>& findings() const { return findings_; }
  /// Null for a statement of something else.
  [[nodiscard]] const Finding* finding_of(const Statement& statement) const;
  [[nodiscard]] bool operator==(const Explanation&) const = default;

 private:
  std::vector<Statement> statements_;  // Sentence::finding refers to one by its index
  std::vector<Finding> findings_;
};

[[nodiscard]] inline Explanation operator+(Explanation first, Explanation second) {
  return first += std::move(second);
}

using FindingText = std::function<std::string(const Finding&)>;

/// "launched 3 blocks, expected 4"
[[nodiscard]] std::string text_of(const Statement& statement);
/// The whole message, without its advice.
[[nodiscard]] std::string text_of(const Explanation& explanation, const FindingText& finding_text);
/// What to check or change: of the first finding that has such advice.
[[nodiscard]] std::string advice_of(const Explanation& explanation);

/// A sentence in words, for a name within another one.
template <class... Values>
[[nodiscard]] std::string say(Sentence which, Values&&... values) {
  return text_of(Statement(which, std::forward<Values>(values)...));
}

}  // namespace mergelab::finding

namespace mergelab {
using finding::Explanation;
using finding::say;
using finding::Sentence;
using finding::Statement;
}  // namespace mergelab
