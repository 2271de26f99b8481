// nvcc: accepts
template <class T>
__device__ T smaller(T a, T b) { return b < a ? b : a; }
__global__ void kernel(int* out) { out[threadIdx.x] = smaller(1, 2); }
