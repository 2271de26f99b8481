// nvcc: refuses calling a __host__ function("std::vector<int, ::std::allocator<int> > ::vector(unsigned long, const ::std::allocator<int> &)") from a __global__ function("case_std_vector_in_kernel
#include <vector>

__global__ void kernel(int* out) {
  std::vector<int> v(3);
  out[0] = v[0];
}
