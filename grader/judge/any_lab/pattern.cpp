#include "judge/any_lab/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace mergelab::judge {
namespace {

constexpr std::size_t kFewestWrong = 3;  // that make a pattern

std::int64_t product(std::span<const std::int64_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

/// The distance from each to the next; 0 if it differs.
std::int64_t step_of(std::span<const std::int64_t> wrong) {
  const std::int64_t step = wrong[1] - wrong[0];
  for (std::size_t i = 2; i < wrong.size(); ++i) {
    if (wrong[i] - wrong[i - 1] != step) return 0;
  }
  return step;
}

}  // namespace

std::optional<Pattern> pattern_of(const std::string& name, std::span<const std::int64_t> wrong,
                                  std::span<const std::int64_t> shape) {
  const std::int64_t elements = product(shape), first = wrong.empty() ? 0 : wrong.front();
  const auto count = static_cast<std::int64_t>(wrong.size());
  if (wrong.size() < kFewestWrong) return std::nullopt;
  if (count == elements) return Pattern{Statement(Sentence::all_wrong), "all_wrong"};
  const std::int64_t step = step_of(wrong);
  const bool is_matrix = shape.size() == 2;
  const std::int64_t rows = is_matrix ? shape[0] : 1, columns = is_matrix ? shape[1] : elements;
  if (is_matrix && step == 1 && count == columns && first % columns == 0)
    return Pattern{Statement(Sentence::one_row_wrong, first / columns), "one_row"};
  if (is_matrix && step == columns && count == rows)
    return Pattern{Statement(Sentence::one_column_wrong, first), "one_column"};
  if (step == 1 && wrong.back() + 1 == elements)
    return Pattern{Statement(Sentence::wrong_from_on, name + index_in(first, shape)), "from_on"};
  if (step > 1 && wrong.back() + step >= elements)
    return Pattern{Statement(Sentence::every_kth_wrong, step, name + index_in(first, shape)), "every_kth"};
  return std::nullopt;
}

std::string index_in(std::int64_t element, std::span<const std::int64_t> shape) {
  std::string inner;
  std::int64_t rest = element;
  for (std::size_t i = shape.size(); i-- > 1;) {
    const std::int64_t extent = std::max<std::int64_t>(shape[i], 1);
    inner = fmt::format("[{}]{}", rest % extent, inner);
    rest /= extent;
  }
  return fmt::format("[{}]{}", rest, inner);
}

}  // namespace mergelab::judge
