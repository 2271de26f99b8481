// nvcc: refuses identifier "case_variable_host_array_read::table" is undefined in device code
int table[4] = {1, 2, 3, 4};
__global__ void kernel(int* out) { out[threadIdx.x] = table[threadIdx.x]; }
