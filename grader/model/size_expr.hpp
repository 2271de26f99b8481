// Sizes of cases as data: "2*tile+1", evaluated for the shape and launch that are graded.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab {

/// The most elements of one array, and of all arrays of a problem together.
inline constexpr std::int64_t kLargestSize = std::numeric_limits<std::int32_t>::max();

/// What a size may refer to. `section` and `tile` are the grader's own arguments, in elements; the other
/// three are observed at a probe launch, never stated by a submission, and 0 if the lab launches nothing.
struct Symbols {
  std::int64_t section = 0;
  std::int64_t tile = 0;
  std::int64_t block = 0;    // threads per block
  std::int64_t threads = 0;  // threads per grid
  std::int64_t share = 0;    // outputs per thread, rounded up
};

/// A sum of products of numbers, symbols and sums in brackets; `/` divides the product before it, rounding
/// down. "tile", "2*section-1", "3*tile/2+1", "(n+255)/256", "16777217".
class SizeExpr {
 public:
  SizeExpr() = default;
  /// Throws std::invalid_argument with a sentence that names the offending word.
  explicit SizeExpr(std::string_view text);
  /// With other names than those of Symbols: `is_known` says which; null: any.
  using IsKnown = bool (*)(std::string_view name);
  SizeExpr(std::string_view text, IsKnown is_known);

  [[nodiscard]] const std::string& text() const { return text_; }
  /// Whether the value depends on what a probe launch shows.
  [[nodiscard]] bool needs_launch() const;
  /// The value, or 0 for one below 0: a submission chooses its launch, and "threads/2-1" is -1 for a launch
  /// of one thread. Throws std::out_of_range when it is over 2^31-1 or divides by 0.
  [[nodiscard]] std::int64_t evaluate(const Symbols& symbols) const;
  /// The same with its sign. Where no launch decides it, a value below 0 is a mistake in the course's data.
  [[nodiscard]] std::int64_t evaluate_signed(const Symbols& symbols) const;
  /// With its sign, and the values of other names.
  [[nodiscard]] std::int64_t evaluate_named(
      const std::function<std::int64_t(std::string_view)>& value_of) const;

 private:
  struct Term;
  struct Factor {
    bool divide = false;
    std::string symbol;  // empty: a number, or a sum in brackets
    std::int64_t number = 0;
    std::vector<Term> sum;
  };
  struct Term {
    bool negative = false;
    std::vector<Factor> factors;
  };
  class Parser;

  [[nodiscard]] std::int64_t value_of(const std::vector<Term>& sum,
                                      const std::function<std::int64_t(std::string_view)>& symbol) const;
  static void add_symbols(const std::vector<Term>& sum, std::vector<std::string>& names);

  friend class Formula;
  std::string text_ = "0";
  std::vector<Term> terms_;
};

/// A size by names of a lab's own: "2*inner/tile".
class Formula {
 public:
  Formula() = default;
  /// Throws std::invalid_argument as SizeExpr does; any name will do.
  explicit Formula(std::string_view text) : expr_(text, nullptr) {}

  [[nodiscard]] const std::string& text() const { return expr_.text(); }
  /// In the order of the text; each as often as it stands there.
  [[nodiscard]] std::vector<std::string> names() const;
  /// With its sign. Throws std::out_of_range when it is over 2^31-1 or divides by 0.
  [[nodiscard]] std::int64_t evaluate(const std::function<std::int64_t(std::string_view)>& value_of) const {
    return expr_.evaluate_named(value_of);
  }

 private:
  SizeExpr expr_;
};

}  // namespace mergelab
