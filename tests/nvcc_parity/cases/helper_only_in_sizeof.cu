// nvcc: accepts
int nothing(int x);
__global__ void kernel(int* out) { out[threadIdx.x] = static_cast<int>(sizeof(nothing(1))); }
