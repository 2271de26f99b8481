// nvcc: accepts
#include <vector>

int on_host() {
  std::vector<int> v(3);
  return v[0];
}
