// nvcc: accepts
#define CEIL_DIV(a, b) (((a) + (b)-1) / (b))
static inline int ceil_div(int a, int b) { return (a + b - 1) / b; }
__global__ void kernel(int* out, int n) { out[threadIdx.x] = CEIL_DIV(n, 32); }
void run(int* out, int n) { kernel<<<ceil_div(n, 256), 256>>>(out, n); }
