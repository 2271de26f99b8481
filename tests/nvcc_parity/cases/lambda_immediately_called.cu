// nvcc: accepts
__global__ void kernel(int* out) { out[threadIdx.x] = [](int x) { return x + 1; }(2); }
