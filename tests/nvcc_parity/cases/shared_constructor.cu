// nvcc: accepts
// engine: refuses, nvcc warns and leaves the constructor out, so that the value is undefined
struct Start {
  int value;
  __device__ Start() { value = 3; }
};
__global__ void kernel(int* out) {
  __shared__ Start start;
  out[0] = start.value;
}
