// nvcc: refuses a __global__ function call must be configured
template <class T>
__global__ void kernel(T* out) { out[0] = 1; }
void run(int* out) { kernel<int>(out); }
