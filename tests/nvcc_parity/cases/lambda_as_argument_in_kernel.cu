// nvcc: accepts
template <class F>
__device__ int apply(F f, int x) { return f(x); }
__global__ void kernel(int* out) { out[threadIdx.x] = apply([](int x) { return x + 1; }, 2); }
