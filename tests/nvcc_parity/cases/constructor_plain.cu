// nvcc: refuses calling a __host__ function("case_constructor_plain::Pair::Pair(int, int)") from a __global__ function("case_constructor_plain::kernel") is not allowed
struct Pair {
  int a, b;
  Pair(int x, int y) : a(x), b(y) {}
};
__global__ void kernel(int* out) { out[threadIdx.x] = Pair(1, 2).b; }
