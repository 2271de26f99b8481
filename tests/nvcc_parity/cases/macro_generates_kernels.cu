// nvcc: accepts
#define KERNEL(NAME, OPERATION)                        \
  __global__ void NAME(int* out) {                     \
    out[threadIdx.x] = out[threadIdx.x] OPERATION 1; \
  }
KERNEL(add, +)
KERNEL(subtract, -)
void run(int* out) {
  add<<<1, 32>>>(out);
  subtract<<<1, 32>>>(out);
}
