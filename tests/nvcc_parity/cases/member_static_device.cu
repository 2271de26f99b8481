// nvcc: accepts
struct Tool {
  static __device__ int one() { return 1; }
};
__global__ void kernel(int* out) { out[threadIdx.x] = Tool::one(); }
