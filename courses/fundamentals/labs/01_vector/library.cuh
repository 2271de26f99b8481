// saxpy by cuBLAS: what the lab's time is shown beside on a GPU.
#pragma once

#include <cublas_v2.h>

inline void saxpy(float a, const float* x, float* y, int n) {
  static cublasHandle_t handle = nullptr;
  if (handle == nullptr) cublasCreate(&handle);
  cublasSaxpy(handle, n, &a, x, 1, y, 1);
}
