// What is right: C is the product of A and B. explain() recognises three usual mistakes by the values that
// they give.
#include <mergelab/oracle.hpp>

// The loops go along rows, so that large matrices take little time.
void expected(const float* A, const float* B, float* C, int rows, int inner, int columns) {
  std::vector<double> sums(static_cast<std::size_t>(columns));
  for (int row = 0; row < rows; ++row) {
    std::fill(sums.begin(), sums.end(), 0.0);
    for (int i = 0; i < inner; ++i) {
      const double a = A[row * inner + i];
      for (int column = 0; column < columns; ++column) sums[column] += a * B[i * columns + column];
    }
    for (int column = 0; column < columns; ++column)
      C[row * columns + column] = static_cast<float>(sums[column]);
  }
}

namespace {

/// Whether all of C are the sums of the products of A and B from i = `first` up to `end`. `by_columns`: with
/// B taken for a matrix that is stored column by column.
bool is_sum(const float* A, const float* B, const float* C, int rows, int inner, int columns, int first,
            int end, bool by_columns) {
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      double sum = 0;
      for (int i = first; i < end; ++i)
        sum += static_cast<double>(A[row * inner + i]) *
               B[by_columns ? column * inner + i : i * columns + column];
      if (!(std::fabs(sum - C[row * columns + column]) <= 2e-4 + 1e-5 * std::fabs(sum))) return false;
    }
  }
  return true;
}

}  // namespace

std::string explain(const float* A, const float* B, const float* C, int rows, int inner, int columns,
                    const char* /*array*/, long long /*element*/) {
  if (static_cast<double>(rows) * inner * columns > 1e6) return "";
  if (is_sum(A, B, C, rows, inner, columns, 0, inner, true))
    return "all of C is what it would be as if B were stored column by column";
  for (const int tile : {32, 16, 8}) {
    const int rounds = (inner + tile - 1) / tile;
    const int last = (rounds - 1) * tile;
    if (rounds > 1 && is_sum(A, B, C, rows, inner, columns, last, inner, false))
      return "all of C holds only the products of the last round, from i = " + std::to_string(last) + " on";
    if (inner % tile != 0 && is_sum(A, B, C, rows, inner, columns, 0, inner / tile * tile, false))
      return "all of C lacks the products from i = " + std::to_string(inner / tile * tile) +
             " on, up to inner = " + std::to_string(inner);
  }
  return "";
}
