// nvcc: accepts
struct Pair {
  int a, b;
};
constexpr Pair kPair{1, 2};
__global__ void kernel(int* out) { out[threadIdx.x] = kPair.a; }
