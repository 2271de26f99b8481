// nvcc: refuses calling a constexpr __host__ function("operator[]") from a __global__ function("kernel") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
#include <array>

__global__ void kernel(int* out) {
  std::array<int, 3> a{1, 2, 3};
  out[0] = a[1];
}
