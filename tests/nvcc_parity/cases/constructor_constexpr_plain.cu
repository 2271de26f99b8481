// nvcc: refuses calling a constexpr __host__ function("case_constructor_constexpr_plain::Pair::Pair(int, int)") from a __global__ function("case_constructor_constexpr_plain::kernel") is not allowe
struct Pair {
  int a, b;
  constexpr Pair(int x, int y) : a(x), b(y) {}
};
__global__ void kernel(int* out) { out[threadIdx.x] = Pair(out[0], 2).b; }
