// nvcc: accepts
#include <utility>

template <class T>
__device__ int get(T&& x) { return std::forward<T>(x); }
__global__ void kernel(int* out) { out[threadIdx.x] = get(3); }
