// nvcc: accepts
__global__ void kernel(int* out) {
  struct Local {
    __device__ int get() const { return 1; }
  };
  out[0] = Local{}.get();
}
