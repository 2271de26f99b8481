// nvcc: accepts
struct Tool {
  __device__ int one() const;
};
__device__ int Tool::one() const { return 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = Tool().one(); }
