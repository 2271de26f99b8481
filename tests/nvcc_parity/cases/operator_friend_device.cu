// nvcc: accepts
struct Key {
  int key;
  friend __device__ bool operator<(const Key& a, const Key& b) { return a.key < b.key; }
};
__global__ void kernel(int* out, Key k) { out[0] = k < k; }
