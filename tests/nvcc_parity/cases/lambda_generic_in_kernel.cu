// nvcc: accepts
__global__ void kernel(int* out) {
  auto f = [](auto x) { return x + 1; };
  out[0] = f(1);
}
