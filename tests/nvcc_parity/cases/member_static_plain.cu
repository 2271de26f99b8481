// nvcc: refuses calling a __host__ function("case_member_static_plain::Tool::one()") from a __global__ function("case_member_static_plain::kernel") is not allowed
struct Tool {
  static int one() { return 1; }
};
__global__ void kernel(int* out) { out[threadIdx.x] = Tool::one(); }
