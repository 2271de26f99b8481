// nvcc: accepts
__global__ void kernel(int* out, int x = 3) { out[0] = x; }
void run(int* out) { kernel<<<1, 1>>>(out, 1); }
