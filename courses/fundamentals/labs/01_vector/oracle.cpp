// y becomes a * x + y, element by element. Computed in double, so that it is at least as exact as any
// solution in float, whether or not that one rounds between the product and the sum.
#include <mergelab/oracle.hpp>

void expected(float a, const float* x, float* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = static_cast<float>(static_cast<double>(a) * x[i] + y[i]);
}
