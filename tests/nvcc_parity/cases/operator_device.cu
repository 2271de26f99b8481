// nvcc: accepts
struct Key {
  int key;
};
__device__ bool operator<(Key a, Key b) { return a.key < b.key; }
__global__ void kernel(int* out, Key k) { out[0] = k < k; }
