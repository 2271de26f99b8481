// nvcc: accepts
struct Key {
  int key;
  __device__ operator int() const { return key; }
};
__global__ void kernel(int* out, Key k) { out[0] = k; }
