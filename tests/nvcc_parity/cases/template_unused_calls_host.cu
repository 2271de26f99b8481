// nvcc: accepts
int add_one(int x) { return x + 1; }
template <class T>
__device__ T unused(T x) { return add_one(x); }
__global__ void kernel(int* out) { out[threadIdx.x] = 1; }
