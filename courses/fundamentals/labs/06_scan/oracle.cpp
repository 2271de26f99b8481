// y[i] is the sum of x[0] to x[i].
#include <mergelab/oracle.hpp>

void expected(const float* x, int n, float* y) {
  double sum = 0;
  for (int i = 0; i < n; ++i) y[i] = static_cast<float>(sum += x[i]);
}

/// Recognises the sums of two frequent mistakes at the first wrong element.
std::string explain(const float* x, int n, const float* y, const char* /*array*/, long long element) {
  if (element < 0 || element >= n) return "";
  double before = 0;
  for (int i = 0; i < element; ++i) before += x[i];
  const auto is = [&](double sum) { return std::abs(y[element] - sum) <= 1e-3 + 1e-5 * std::abs(sum); };
  if (x[element] != 0 && is(before)) return "this is the sum without x[" + std::to_string(element) + "]";
  if (element > 0 && is(x[element])) {
    return "this is only x[" + std::to_string(element) + "], without the elements before it";
  }
  return "";
}
