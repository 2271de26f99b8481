// nvcc: refuses identifier "case_constant_string_read::kText" is undefined in device code
// engine: accepts, the compilers put the pointer in place, and nothing is left of the variable
const char* const kText = "abc";
__global__ void kernel(int* out) { out[threadIdx.x] = kText[0]; }
