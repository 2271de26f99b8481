// nvcc: accepts
struct Apply {
  template <class T>
  __host__ __device__ constexpr T operator()(T a, T b) const noexcept { return a + b; }
};
__global__ void kernel(int* out) { out[threadIdx.x] = Apply{}(1, 2); }
