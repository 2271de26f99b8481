// nvcc: accepts
struct Pair {
  int a, b;
  Pair(int x, int y) : a(x), b(y) {}
};
__global__ void kernel(int* out, Pair p) { out[0] = p.a; }
void run(int* out) { kernel<<<1, 1>>>(out, Pair(1, 2)); }
