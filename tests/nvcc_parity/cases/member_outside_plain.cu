// nvcc: accepts
struct Tool {
  __device__ int one() const;
};
int Tool::one() const { return 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = Tool().one(); }
