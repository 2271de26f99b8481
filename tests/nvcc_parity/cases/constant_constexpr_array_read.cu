// nvcc: refuses identifier "case_constant_constexpr_array_read::kTable" is undefined in device code
constexpr int kTable[4] = {1, 2, 3, 4};
__global__ void kernel(int* out) { out[threadIdx.x] = kTable[threadIdx.x]; }
