// nvcc: refuses calling a __host__ function("case_functor_plain::Less::operator ()(int, int) const") from a __global__ function("case_functor_plain::kernel") is not allowed
struct Less {
  bool operator()(int a, int b) const { return a < b; }
};
__global__ void kernel(int* out) { out[threadIdx.x] = Less{}(1, 2); }
