// nvcc: accepts
struct Range {
  int begin, end;
  __host__ __device__ int size() const { return end - begin; }
};
__global__ void kernel(int* out, Range r) { out[0] = r.size(); }
