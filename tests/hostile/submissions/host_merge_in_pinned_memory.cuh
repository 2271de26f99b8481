// Attack: merges on the host, in pinned memory, and has a kernel copy the result to C.
// Verdict: checker_violation. Points: 0. Ends within: 90 s. Lab: 03_basic_kernel.
#pragma once

#include <mergelab/lab.cuh>

__global__ void copy(const value_t* from, value_t* C, int count) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  for (int k = first; k < first + 8 && k < count; ++k) C[k] = from[k];
}

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  if (m + n == 0) return;
  value_t* inputs;
  value_t* merged;
  const size_t bytes = (m + n) * sizeof(value_t);
  cudaMallocHost(&inputs, bytes);
  cudaMalloc(&merged, bytes);
  cudaMemcpy(inputs, A, m * sizeof(value_t), cudaMemcpyDeviceToHost);
  cudaMemcpy(inputs + m, B, n * sizeof(value_t), cudaMemcpyDeviceToHost);
  value_t* outputs;
  cudaMallocHost(&outputs, bytes);
  for (int i = 0, j = 0; i + j < m + n;) {
    const bool from_a = j == n || (i < m && inputs[i] <= inputs[m + j]);
    outputs[i + j] = from_a ? inputs[i] : inputs[m + j];
    from_a ? ++i : ++j;
  }
  cudaMemcpy(merged, outputs, bytes, cudaMemcpyHostToDevice);
  copy<<<(m + n + 2047) / 2048, 256>>>(merged, C, m + n);
  cudaFree(merged);
  cudaFreeHost(inputs);
  cudaFreeHost(outputs);
}
