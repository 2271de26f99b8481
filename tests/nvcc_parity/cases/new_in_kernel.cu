// nvcc: accepts
__global__ void kernel(int* out) {
  int* p = new int(3);
  out[0] = *p;
  delete p;
}
