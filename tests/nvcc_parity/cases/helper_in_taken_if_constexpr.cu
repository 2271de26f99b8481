// nvcc: refuses calling a __host__ function("case_helper_in_taken_if_constexpr::add_one(int)") from a __global__ function("case_helper_in_taken_if_constexpr::kernel<(bool)1> ") is not allowed
int add_one(int x) { return x + 1; }
template <bool kHost>
__global__ void kernel(int* out) {
  if constexpr (kHost) out[0] = add_one(1);
}
template __global__ void kernel<true>(int*);
