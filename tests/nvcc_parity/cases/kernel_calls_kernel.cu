// nvcc: refuses a __global__ function call must be configured
__global__ void first(int* out) { out[0] = 1; }
__global__ void kernel(int* out) { first(out); }
