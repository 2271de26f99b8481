// nvcc: accepts
int limit = 3;
__global__ void kernel(int* out, int n) { out[0] = n; }
void run(int* out) { kernel<<<1, 1>>>(out, limit); }
