// nvcc: accepts
__device__ int one(int x) { return x; }
float one(float x) { return x; }
__global__ void kernel(int* out) { out[threadIdx.x] = one(3); }
