// nvcc: accepts
constexpr int kLimit = 3;
constexpr float kScale = 2.5f;
__global__ void kernel(int* out) { out[threadIdx.x] = static_cast<int>(kLimit * kScale); }
