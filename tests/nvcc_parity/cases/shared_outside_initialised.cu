// nvcc: refuses initializer not allowed for __shared__ variable
__shared__ int used = 0;
__global__ void kernel(int* out) { out[0] = used; }
