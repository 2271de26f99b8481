// nvcc: refuses a __global__ function call must be configured
__global__ void kernel(int* out) { out[0] = 1; }
void run(int* out) { kernel(out); }
