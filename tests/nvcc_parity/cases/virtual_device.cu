// nvcc: accepts
struct Base {
  __device__ virtual int get() const { return 1; }
};
__global__ void kernel(int* out) {
  Base base;
  out[0] = base.get();
}
