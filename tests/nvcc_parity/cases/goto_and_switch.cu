// nvcc: accepts
__global__ void kernel(int* out) {
  switch (out[0]) {
    case 1: goto end;
    default: out[1] = 2;
  }
end:
  out[2] = 3;
}
