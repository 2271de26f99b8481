// nvcc: accepts
int one() { return 1; } __device__ int two() { return 2; } __global__ void kernel(int* out) { out[threadIdx.x] = two(); }
int on_host() { return one(); }
