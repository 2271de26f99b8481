// nvcc: refuses expected a ";"
__global__ void kernel(int* out) { out[0] = 1 }
