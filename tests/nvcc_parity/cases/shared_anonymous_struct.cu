// nvcc: accepts
__global__ void kernel(int* out) {
  __shared__ struct {
    int begin, end;
  } bounds;
  bounds.begin = 1;
  out[0] = bounds.begin;
}
