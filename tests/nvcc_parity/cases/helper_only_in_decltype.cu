// nvcc: accepts
int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) { decltype(add_one(1)) x = 2; out[0] = x; }
