// Attack: merges on the host, and has a kernel bring the outputs to the device by realloc.
// Verdict: checker_violation. Points: 0.6. Ends within: 60 s. Lab: 03_basic_kernel.
#pragma once

#include <cstdlib>
#include <mergelab/lab.cuh>
#include <vector>

__device__ value_t* result;
__host__ __device__ inline void* resized(void* memory, size_t bytes) { return realloc(memory, bytes); }
__global__ void take(void* host, size_t bytes) { result = static_cast<value_t*>(resized(host, bytes)); }
__global__ void store(value_t* C, int total) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < total) C[k] = result[k];
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const int total = m + n;
  if (total == 0) return;
  std::vector<value_t> a(m), b(n), c(total);
  cudaMemcpy(a.data(), A, m * sizeof(value_t), cudaMemcpyDeviceToHost);
  cudaMemcpy(b.data(), B, n * sizeof(value_t), cudaMemcpyDeviceToHost);
  for (int i = 0, j = 0; i + j < total;) {
    const bool from_A = j >= n || (i < m && a[i] <= b[j]);
    c[i + j] = from_A ? a[i] : b[j];
    from_A ? ++i : ++j;
  }
  take<<<1, 1>>>(c.data(), total * sizeof(value_t));
  store<<<(total + 255) / 256, 256>>>(C, total);
}
