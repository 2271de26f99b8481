// nvcc: accepts
#define LAUNCH(K, N, ...) K<<<(N + 255) / 256, 256>>>(__VA_ARGS__)
__global__ void kernel(int* out) { out[0] = 1; }
void run(int* out) { LAUNCH(kernel, 1000, out); }
