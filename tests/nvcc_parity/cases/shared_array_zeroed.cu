// nvcc: refuses initializer not allowed for __shared__ variable
__global__ void kernel(int* out) {
  __shared__ int used[4] = {};
  out[0] = used[0];
}
