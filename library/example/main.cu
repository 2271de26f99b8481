// Merges two sorted arrays on the GPU with an installed mergelab.
#include <cstdio>
#include <mergelab/device_merge.cuh>

int main() {
  int *A = nullptr, *B = nullptr, *C = nullptr;  // managed: the host sees them too
  const int m = 3, n = 4;
  cudaMallocManaged(&A, m * sizeof(int));
  cudaMallocManaged(&B, n * sizeof(int));
  cudaMallocManaged(&C, (m + n) * sizeof(int));
  for (int i = 0; i < m; ++i) A[i] = 3 * i;  // 0 3 6
  for (int j = 0; j < n; ++j) B[j] = 2 * j;  // 0 2 4 6
  cudaError_t status = mergelab::device_merge(A, m, B, n, C);
  if (status == cudaSuccess) status = cudaDeviceSynchronize();
  if (status != cudaSuccess) return std::fprintf(stderr, "%s\n", cudaGetErrorString(status)), 1;
  for (int k = 0; k < m + n; ++k) std::printf("%d ", C[k]);  // 0 0 2 3 4 6 6
  std::printf("\n");
}
