// nvcc: accepts
struct Pair {
  int a = 1, b = 2;
  Pair() = default;
};
__global__ void kernel(int* out) {
  Pair p;
  out[0] = p.a;
}
