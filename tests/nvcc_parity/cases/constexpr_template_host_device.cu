// nvcc: accepts
template <class T>
__host__ __device__ constexpr T smaller(T a, T b) { return b < a ? b : a; }
__global__ void kernel(int* out) { out[threadIdx.x] = smaller(out[0], 3); }
