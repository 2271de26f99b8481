// nvcc: accepts
template <class T>
__global__ void kernel(T* out, T x) { out[threadIdx.x] = x; }
void run(int* out) { kernel<<<1, 32>>>(out, 3); }
