#include "judge/any_lab/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace mergelab::judge {
namespace {

constexpr std::int64_t kFewestWrong = 3;  // that make a pattern

/// Of a matrix of several rows and columns: lines of it that hold all wrong elements.
std::optional<Pattern> line_of(const std::string& name, const WrongElements& wrong,
                               std::span<const std::int64_t> shape, bool evenly) {
  const std::int64_t rows = shape[0], columns = shape[1];
  const std::int64_t row = wrong.first / columns, column = wrong.first % columns;
  const std::int64_t rows_on = wrong.last / columns - row, columns_on = wrong.last % columns - column;
  if (rows_on == 0 && wrong.count == columns)
    return Pattern{Statement(Sentence::one_row_wrong, row), "one_row"};
  if (wrong.step % columns == 0) {
    if (wrong.count == rows) return Pattern{Statement(Sentence::one_column_wrong, column), "one_column"};
    return Pattern{Statement(Sentence::in_one_column, column)};
  }
  if (evenly && rows_on == wrong.count - 1 && std::abs(columns_on) == rows_on) {
    return Pattern{Statement(Sentence::wrong_diagonal, name + index_in(wrong.first, shape),
                             name + index_in(wrong.last, shape))};
  }
  // Of evenly distant ones more is known.
  if (rows_on == 0 && !evenly) return Pattern{Statement(Sentence::in_one_row, row)};
  return std::nullopt;
}

}  // namespace

std::optional<Pattern> pattern_of(const std::string& name, const WrongElements& wrong,
                                  std::span<const std::int64_t> shape) {
  const std::int64_t elements =
      std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
  if (wrong.count < kFewestWrong) return std::nullopt;
  if (wrong.count == elements) return Pattern{Statement(Sentence::all_wrong), "all_wrong"};
  const bool evenly = wrong.last - wrong.first == wrong.step * (wrong.count - 1);  // all steps are this one
  if (shape.size() == 2 && shape[0] > 1 && shape[1] > 1) {
    if (std::optional<Pattern> line = line_of(name, wrong, shape, evenly)) return line;
  }
  if (!evenly) return std::nullopt;
  const std::string first = name + index_in(wrong.first, shape), last = name + index_in(wrong.last, shape);
  const bool to_end = wrong.last + wrong.step >= elements;
  if (wrong.step == 1) {
    if (to_end) return Pattern{Statement(Sentence::wrong_from_on, first), "from_on"};
    return Pattern{Statement(Sentence::wrong_from_to, first, last)};
  }
  if (to_end) return Pattern{Statement(Sentence::every_kth_wrong, wrong.step, first), "every_kth"};
  return Pattern{Statement(Sentence::every_kth_wrong_to, wrong.step, first, last)};
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
