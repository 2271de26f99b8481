// nvcc: accepts
struct Less {
  __host__ __device__ bool operator()(int a, int b) const { return a < b; }
};
template <class F>
__global__ void kernel(int* out, F less) { out[0] = less(1, 2); }
void run(int* out) { kernel<<<1, 1>>>(out, Less{}); }
