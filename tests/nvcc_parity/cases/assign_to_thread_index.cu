// nvcc: refuses expression must be a modifiable lvalue
__global__ void kernel() { threadIdx.x = 1; }
