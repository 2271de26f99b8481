// What every host function here needs: an array on the device, filled from the host and copied back.
#pragma once

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t check_error = (call);                                                \
    if (check_error != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(check_error)); \
      abort();                                                                             \
    }                                                                                      \
  } while (0)

template <class T>
T* to_device(const T* host, size_t n) {
  T* device = NULL;
  CHECK(cudaMalloc(&device, (n == 0 ? 1 : n) * sizeof(T)));
  CHECK(cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

template <class T>
T* zeros_on_device(size_t n) {
  T* device = NULL;
  CHECK(cudaMalloc(&device, (n == 0 ? 1 : n) * sizeof(T)));
  CHECK(cudaMemset(device, 0, n * sizeof(T)));
  return device;
}

template <class T>
void to_host(T* host, T* device, size_t n) {
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(host, device, n * sizeof(T), cudaMemcpyDeviceToHost));
}
