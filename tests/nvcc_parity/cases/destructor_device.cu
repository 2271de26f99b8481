// nvcc: accepts
struct Guard {
  int* at;
  __device__ ~Guard() { *at = 1; }
};
__global__ void kernel(int* out) { Guard guard{out}; }
