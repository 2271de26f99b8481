// nvcc: accepts
__global__ void kernel(int* out);
void run(int* out) { kernel<<<1, 1>>>(out); }
__global__ void kernel(int* out) { out[0] = 1; }
