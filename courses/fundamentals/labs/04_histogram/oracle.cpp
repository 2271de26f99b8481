// bins[v] is the number of elements of data that have the value v.
#include <mergelab/oracle.hpp>

void expected(const unsigned char* data, int n, int* bins) {
  for (int value = 0; value < 256; ++value) bins[value] = 0;
  for (int i = 0; i < n; ++i) ++bins[data[i]];
}

/// Says whether elements are missing, counted twice, or in the wrong bin.
std::string explain(const unsigned char*, int n, const int* bins, const char*, long long) {
  long long sum = 0;
  for (int value = 0; value < 256; ++value) sum += bins[value];
  const std::string total =
      "all bins together hold " + std::to_string(sum) + ", and n is " + std::to_string(n);
  if (sum < n) return total + ": elements are not counted";
  if (sum > n) return total + ": elements are counted twice, or bins did not start at 0";
  return total + ": elements are counted in the wrong bin";
}
