// nvcc: refuses initializer not allowed for __shared__ variable
__global__ void kernel(int* out) {
  __shared__ int used{};
  out[0] = used;
}
