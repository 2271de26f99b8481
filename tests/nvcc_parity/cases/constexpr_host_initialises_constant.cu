// nvcc: accepts
constexpr int add_one(int x) { return x + 1; }
constexpr int kFour = add_one(3);
__global__ void kernel(int* out) { out[threadIdx.x] = kFour; }
