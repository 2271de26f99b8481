// nvcc: accepts
struct Bounds {
  int begin, end;
};
__global__ void kernel(int* out) {
  __shared__ Bounds bounds;
  bounds.begin = 1;
  out[0] = bounds.begin;
}
