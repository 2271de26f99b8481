// nvcc: accepts
constexpr int add_one(int x) { return x + 1; }
template <int N>
__global__ void kernel(int* out) { out[0] = N; }
void run(int* out) { kernel<add_one(2)><<<1, 1>>>(out); }
