// bins[v] is how often the value v is in data.
#include <mergelab/oracle.hpp>

void expected(const unsigned char* data, int n, int* bins) {
  std::fill_n(bins, 256, 0);
  for (int i = 0; i < n; ++i) ++bins[data[i]];
}
