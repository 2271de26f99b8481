// The sum of all elements, added in double: better than any sum in float.
#include <mergelab/oracle.hpp>

void expected(const float* x, int n, float* sum) {
  double total = 0;
  for (int i = 0; i < n; ++i) total += x[i];
  *sum = static_cast<float>(total);
}

/// The cases of the family `order` have the numbers 0, 1, 2, ... in cases.json. They become 2^24 and then
/// ones. In float 2^24 + 1 is 2^24, so a single running sum stops there. Sums of a few ones each can be added
/// to 2^24 without a loss.
void generate(float* x, int n, unsigned /*seed*/) {
  constexpr int kLeast = 4096;
  if (n < kLeast) return;
  for (int i = 0; i < n; ++i) {
    if (x[i] != static_cast<float>(i)) return;
  }
  x[0] = 16777216;
  for (int i = 1; i < n; ++i) x[i] = 1;
}
