// nvcc: refuses calling a constexpr __host__ function("std::pair<int, int> ::pair<int &, int, (bool)1> (T1 &&, T2 &&)") from a __global__ function("case_std_pair_made_in_kernel::kernel") is not al
#include <utility>

__global__ void kernel(int* out) {
  std::pair<int, int> p(out[0], 2);
  out[0] = p.second;
}
