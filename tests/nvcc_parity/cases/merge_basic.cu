// nvcc: accepts
__host__ __device__ int co_rank(int k, const int* A, int m, const int* B, int n) {
  int i = k < m ? k : m, j = k - i, i_low = 0 > k - n ? 0 : k - n, j_low = 0 > k - m ? 0 : k - m;
  while (true) {
    if (i > 0 && j < n && A[i - 1] > B[j]) {
      const int delta = (i - i_low + 1) / 2;
      j_low = j;
      j += delta;
      i -= delta;
    } else if (j > 0 && i < m && B[j - 1] >= A[i]) {
      const int delta = (j - j_low + 1) / 2;
      i_low = i;
      i += delta;
      j -= delta;
    } else {
      return i;
    }
  }
}
__device__ void merge_sequential(const int* A, int m, const int* B, int n, int* C) {
  int i = 0, j = 0, k = 0;
  while (i < m && j < n) C[k++] = A[i] <= B[j] ? A[i++] : B[j++];
  while (i < m) C[k++] = A[i++];
  while (j < n) C[k++] = B[j++];
}
__global__ void merge_basic_kernel(const int* A, int m, const int* B, int n, int* C) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int per_thread = (m + n + blockDim.x * gridDim.x - 1) / (blockDim.x * gridDim.x);
  const int k_curr = min(tid * per_thread, m + n), k_next = min((tid + 1) * per_thread, m + n);
  const int i_curr = co_rank(k_curr, A, m, B, n), i_next = co_rank(k_next, A, m, B, n);
  merge_sequential(A + i_curr, i_next - i_curr, B + k_curr - i_curr, k_next - k_curr - (i_next - i_curr), C + k_curr);
}
void merge_basic(const int* A, int m, const int* B, int n, int* C) {
  merge_basic_kernel<<<(m + n + 255) / 256, 256>>>(A, m, B, n, C);
}
