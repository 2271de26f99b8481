// nvcc: accepts
__global__ void kernel(int* out) { out[0] = 1; }
void run(int* out) {
  void (*k)(int*) = kernel;
  k<<<1, 1>>>(out);
}
