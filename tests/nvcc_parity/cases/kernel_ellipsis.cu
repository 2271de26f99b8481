// nvcc: refuses a __global__ function cannot have ellipsis
__global__ void kernel(int* out, ...) { out[0] = 1; }
