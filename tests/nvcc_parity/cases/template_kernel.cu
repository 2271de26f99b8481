// nvcc: accepts
template <class T, int N>
__global__ void kernel(T* out) { out[threadIdx.x] = N; }
void run(int* out) { kernel<int, 3><<<1, 32>>>(out); }
