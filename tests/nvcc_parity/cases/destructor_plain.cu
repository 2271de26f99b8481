// nvcc: refuses calling a __host__ function("case_destructor_plain::Guard::~Guard()") from a __global__ function("case_destructor_plain::kernel") is not allowed
struct Guard {
  int* at;
  ~Guard() { *at = 1; }
};
__global__ void kernel(int* out) { Guard guard{out}; }
