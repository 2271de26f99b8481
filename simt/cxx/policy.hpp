// What a source may contain, as data: simt-cc's caller decides, simt-cc only searches.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cxx {

/// A policy has a rule per line; empty lines and those that begin with `#` are skipped.
///     allow SUBJECT PATTERN
///     refuse SUBJECT PATTERN | SENTENCE       `{}` in the sentence: what was found
///     require SUBJECT PATTERN | SENTENCE      for definitions
/// The first rule for a subject whose pattern fits decides; without one, it is allowed. A `*` in a pattern
/// stands for any characters. The subjects:
///   include     a file that was entered from a user file, by its absolute path; user files
///               and CUDA's headers are allowed in any case
///   library     a header that user files may include, by its absolute path: it is read before them, so that
///               their macros do not change it
///   word        a sequence of tokens, separated by blanks, of preprocessed text: `std :: sort`
///   attribute   the name of an attribute, in either spelling, without its namespace and underscores
///   pragma      the first words of a pragma
///   directive   of the source itself: `line`, `embed`; `#...` for a line that a macro made; and a backslash
///               that stands alone
///   definition  a symbol that the object defines for others, weak ones too
///   import      a symbol that the object needs from elsewhere
///   scope       a namespace or class in the name of a symbol, also of one that only the object knows: `cub`
///   of
///               `foo::cub::Merge<int>::run(int*)`
///   use         a function of the standard library that the source uses, inlined or not: `std::ranges::max`,
///               without template arguments and for members no further than their class
///   initialiser a function that runs before any other is called, by its symbol
enum class Subject {
  include,
  library,
  word,
  attribute,
  pragma,
  directive,
  definition,
  import,
  scope,
  use,
  initialiser
};
inline constexpr std::array<std::string_view, 11> kSubjectNames{
    "include",    "library", "word",  "attribute", "pragma",     "directive",
    "definition", "import",  "scope", "use",       "initialiser"};

/// What the policy refused, and where. `line` is 0 if only the file is known.
struct Refusal {
  std::string file;
  int line = 0;
  std::string text;
  [[nodiscard]] bool operator==(const Refusal&) const = default;
};

struct Rule {
  enum class Verb { allow, refuse, require };
  Verb verb = Verb::allow;
  std::string pattern;
  std::string sentence;

  /// The sentence, with the finding instead of `{}`.
  [[nodiscard]] Refusal refuse(std::string_view found, std::string file, int line) const;
};

struct PolicyError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Policy {
 public:
  Policy() = default;
  /// Throws PolicyError, which names the line.
  explicit Policy(std::string_view text);

  [[nodiscard]] bool empty() const { return !any_; }
  [[nodiscard]] const std::vector<Rule>& of(Subject subject) const {
    return rules_[static_cast<std::size_t>(subject)];
  }
  /// The rule that refuses `found`, if any.
  [[nodiscard]] const Rule* rule_against(Subject subject, std::string_view found) const;
  /// Whether a rule for `library` allows this path.
  [[nodiscard]] bool is_library(std::string_view path) const {
    return !of(Subject::library).empty() && rule_against(Subject::library, path) == nullptr;
  }

 private:
  void add(std::string_view line, int number);

  std::vector<Rule> rules_[kSubjectNames.size()];
  bool any_ = false;
};

[[nodiscard]] bool fits(std::string_view pattern, std::string_view name);

}  // namespace simt::cxx
