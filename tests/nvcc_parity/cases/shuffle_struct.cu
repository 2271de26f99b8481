// nvcc: refuses no instance of overloaded function "__shfl_down_sync" matches the argument list
struct Pair {
  int a, b;
};
__global__ void kernel(Pair* out) { out[0] = __shfl_down_sync(0xffffffffu, out[1], 1); }
