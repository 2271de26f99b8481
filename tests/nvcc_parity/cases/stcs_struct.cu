// nvcc: refuses no instance of overloaded function "__stcs" matches the argument list
struct Pair {
  int a, b;
};
__global__ void kernel(Pair* out) { __stcs(out, out[1]); }
