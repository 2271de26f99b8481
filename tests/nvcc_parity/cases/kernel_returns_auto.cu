// nvcc: refuses a __global__ function must not have a deduced return type
__global__ auto kernel(int* out) { out[0] = 1; }
