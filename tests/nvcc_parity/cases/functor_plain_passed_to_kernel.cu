// nvcc: refuses calling a __host__ function("case_functor_plain_passed_to_kernel::Less::operator ()(int, int) const") from a __global__ function("case_functor_plain_passed_to_kernel::kernel< ::cas
struct Less {
  bool operator()(int a, int b) const { return a < b; }
};
template <class F>
__global__ void kernel(int* out, F less) { out[0] = less(1, 2); }
void run(int* out) { kernel<<<1, 1>>>(out, Less{}); }
