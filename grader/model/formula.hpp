// Numbers as data: "2*inner/block", by names that whoever reads them knows.
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

/// A sum of products of numbers, names and sums in brackets; `/` divides the product before it, rounding
/// down. "rows", "2*rows-1", "3*block/2+1", "(n+255)/256", "16777217".
class Formula {
 public:
  using ValueOf = std::function<std::int64_t(std::string_view)>;

  Formula() = default;  // 0
  /// Throws std::invalid_argument with a sentence that names the offending word; any name will do.
  explicit Formula(std::string_view text);

  [[nodiscard]] const std::string& text() const { return text_; }
  /// In the order of the text; each as often as it stands there.
  [[nodiscard]] std::vector<std::string> names() const;
  /// With its sign. Throws std::out_of_range when it is over 2^31-1 or divides by 0.
  [[nodiscard]] std::int64_t evaluate(const ValueOf& value_of) const;

 private:
  struct Term;
  struct Factor {
    bool divide = false;
    std::string name;  // empty: a number, or a sum in brackets
    std::int64_t number = 0;
    std::vector<Term> sum;
  };
  struct Term {
    bool negative = false;
    std::vector<Factor> factors;
  };
  class Parser;

  [[nodiscard]] std::int64_t sum_of(const std::vector<Term>& terms, const ValueOf& value_of) const;
  static void add_names(const std::vector<Term>& terms, std::vector<std::string>& names);

  std::string text_ = "0";
  std::vector<Term> terms_;
};

}  // namespace mergelab
