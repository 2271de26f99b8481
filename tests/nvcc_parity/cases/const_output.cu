// nvcc: refuses expression must be a modifiable lvalue
__global__ void kernel(const int* out) { out[0] = 1; }
