// What a source may not hold, as data: the caller of simt-cc decides, simt-cc only finds.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cxx {

/// A rules file has a rule per line; empty lines and those that begin with `#` are skipped.
///     allow KIND PATTERN
///     refuse KIND PATTERN | SENTENCE       `{}` in the sentence: what was found
///     require KIND PATTERN | SENTENCE      for definitions
/// The first rule of a kind whose pattern fits decides; without one, it is allowed. A `*` in a pattern
/// stands for any characters. The kinds:
///   include     a file that was entered from a file under --under, by its absolute path; those under --under
///               and CUDA's headers are allowed in any case
///   word        a sequence of tokens, separated by blanks, of preprocessed text: `std :: sort`
///   attribute   the name of an attribute, in either spelling, without its namespace and underscores
///   pragma      the first words of a pragma
///   directive   of the source itself: `line`, `embed`; `#...` for a line that a macro made; and a backslash
///               that stands alone
///   definition  a symbol that the object defines for others, weak ones too
///   import      a symbol that the object needs from elsewhere
///   initialiser a function that runs before any other is called, by its symbol
enum class RuleKind { include, word, attribute, pragma, directive, definition, import, initialiser };

struct Rule {
  enum class Verb { allow, refuse, require };
  Verb verb = Verb::allow;
  std::string pattern;
  std::string sentence;
};

struct RuleError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Rules {
 public:
  Rules() = default;
  /// Throws RuleError, which names the line.
  explicit Rules(std::string_view text);

  [[nodiscard]] bool empty() const { return !any_; }
  [[nodiscard]] const std::vector<Rule>& of(RuleKind kind) const {
    return kinds_[static_cast<std::size_t>(kind)];
  }
  /// The rule that refuses `found`, if one does.
  [[nodiscard]] const Rule* refusal(RuleKind kind, std::string_view found) const;

 private:
  void add(std::string_view line, int number);

  std::vector<Rule> kinds_[8];
  bool any_ = false;
};

[[nodiscard]] bool fits(std::string_view pattern, std::string_view name);

/// A rule that was broken, and where. `line` is 0 where only the file is known.
struct Breach {
  std::string file;
  int line = 0;
  std::string text;
  [[nodiscard]] bool operator==(const Breach&) const = default;
};

/// The rule's sentence, with what was found in place of `{}`.
[[nodiscard]] Breach breach(const Rule& rule, std::string_view found, std::string file, int line);

}  // namespace simt::cxx
