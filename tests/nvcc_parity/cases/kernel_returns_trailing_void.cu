// nvcc: accepts
__global__ auto kernel(int* out) -> void { out[0] = 1; }
