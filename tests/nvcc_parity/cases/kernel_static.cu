// nvcc: accepts
static __global__ void kernel(int* out) { out[0] = 1; }
void run(int* out) { kernel<<<1, 1>>>(out); }
