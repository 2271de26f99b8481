// nvcc: refuses no instance of overloaded function "__ldcs" matches the argument list
struct Pair {
  int a, b;
};
__global__ void kernel(Pair* out) { out[0] = __ldcs(out + 1); }
