// nvcc: accepts
struct Base {
  __device__ int get() const { return 1; }
};
struct Derived : Base {};
__global__ void kernel(int* out) { out[threadIdx.x] = Derived{}.get(); }
