// nvcc: accepts
__global__ void __launch_bounds__(256) kernel(int* out) { out[0] = 1; }
void run(int* out) { kernel<<<1, 256>>>(out); }
