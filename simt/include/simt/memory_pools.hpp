// Stream-ordered allocation. Every call is synchronous, so a pool is only a name for device memory.
#pragma once

#include <simt/runtime_api.hpp>

cudaError_t cudaMallocAsync(void** memory, size_t bytes, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(void** memory, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream);

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes_to_keep);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list, size_t count);

template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T** memory, size_t bytes, cudaMemPool_t pool,
                                           cudaStream_t stream) {
  void* fresh = nullptr;
  const cudaError_t error = cudaMallocFromPoolAsync(&fresh, bytes, pool, stream);
  if (error == cudaSuccess) *memory = static_cast<T*>(fresh);
  return error;
}
template <class T>
inline cudaError_t cudaMallocAsync(T** memory, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync(memory, bytes, pool, stream);
}
inline cudaError_t cudaMallocAsync(void** memory, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync(memory, bytes, pool, stream);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** memory, size_t bytes, cudaStream_t stream) {
  void* fresh = nullptr;
  const cudaError_t error = cudaMallocAsync(&fresh, bytes, stream);
  if (error == cudaSuccess) *memory = static_cast<T*>(fresh);
  return error;
}
