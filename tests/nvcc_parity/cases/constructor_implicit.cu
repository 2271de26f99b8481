// nvcc: accepts
struct Pair {
  int a = 1, b = 2;
};
__global__ void kernel(int* out) {
  Pair p, q = p;
  p = q;
  out[0] = p.a;
}
