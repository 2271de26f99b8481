// nvcc: refuses calling a __host__ function("case_merge_helper_forgotten_device::smaller(int, int)") from a __device__ function("case_merge_helper_forgotten_device::co_rank") is not allowed
int smaller(int a, int b) { return a < b ? a : b; }
__device__ int co_rank(int k, const int* A, int m, const int* B, int n) {
  int low = k > n ? k - n : 0, high = smaller(k, m);
  while (low < high) {
    const int i = (low + high) / 2;
    if (A[i] <= B[k - i - 1]) low = i + 1; else high = i;
  }
  return low;
}
__global__ void kernel(const int* A, int m, const int* B, int n, int* out) { out[threadIdx.x] = co_rank(threadIdx.x, A, m, B, n); }
