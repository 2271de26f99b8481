// nvcc: accepts
template <class T>
__device__ T smaller(T a, T b) { return b < a ? b : a; }
template <>
float smaller<float>(float a, float b) { return a; }
__global__ void kernel(int* out) { out[threadIdx.x] = static_cast<int>(smaller(1.0f, 2.0f)); }
