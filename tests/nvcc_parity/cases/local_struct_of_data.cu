// nvcc: accepts
__global__ void kernel(int* out) {
  struct Local {
    int a, b;
  };
  Local local{1, 2};
  out[0] = local.a + local.b;
}
