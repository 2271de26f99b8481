// nvcc: refuses no instance of overloaded function "__ldg" matches the argument list
struct Pair {
  int a, b;
};
__global__ void kernel(Pair* out) { out[0] = __ldg(out + 1); }
