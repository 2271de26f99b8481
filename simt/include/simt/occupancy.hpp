// A kernel's requirements, and how many of its blocks a multiprocessor holds. The engine doesn't know
// registers: it assumes 32 per thread, which never limit.
#pragma once

#include <simt/runtime_api.hpp>

namespace simt {

/// Of up to 32 warps, the last perhaps smaller.
struct BlockSizes {
  int most;
  size_t shared_bytes[32];

  [[nodiscard]] int threads(int warps) const { return warps * 32 < most ? warps * 32 : most; }
};
cudaError_t best_block_size(int* grid_size, int* block_size, const void* kernel, const BlockSizes& sizes);

}  // namespace simt

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel, int block_size,
                                                          size_t shared_bytes);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int block_size, size_t shared_bytes,
                                                                   unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* kernel, int blocks,
                                                      int block_size);

// In CUDA too, T is a kernel's type or const void*.
#define SIMT_KERNEL reinterpret_cast<const void*>(kernel)
template <class T>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* kernel) {
  return cudaFuncGetAttributes(attributes, SIMT_KERNEL);
}
template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel, int block_size,
                                                                 size_t shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, SIMT_KERNEL, block_size, shared_bytes);
}
template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T kernel,
                                                                          int block_size, size_t shared_bytes,
                                                                          unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, SIMT_KERNEL, block_size, shared_bytes,
                                                                flags);
}
template <class T>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, T* kernel, int blocks,
                                                             int block_size) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, SIMT_KERNEL, blocks, block_size);
}

/// The block size with the most threads on a multiprocessor, the largest of several; and as many blocks as
/// the device then holds. `shared_bytes(block_size)`: the shared memory of a block of that size.
template <class Function, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* grid_size, int* block_size, T kernel, Function shared_bytes, int most = 0,
    unsigned int = cudaOccupancyDefault) {
  ::simt::BlockSizes sizes{most == 0 || most > 1024 ? 1024 : most, {}};
  for (int warps = 1; (warps - 1) * 32 < sizes.most; ++warps)
    sizes.shared_bytes[warps - 1] = shared_bytes(sizes.threads(warps));
  return ::simt::best_block_size(grid_size, block_size, SIMT_KERNEL, sizes);
}
template <class Function, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid_size, int* block_size, T kernel,
                                                                  Function shared_bytes, int most = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid_size, block_size, kernel, shared_bytes,
                                                                 most);
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* grid_size, int* block_size, T kernel,
                                                               size_t shared_bytes = 0, int most = 0,
                                                               unsigned int flags = cudaOccupancyDefault) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      grid_size, block_size, kernel, [shared_bytes](int) { return shared_bytes; }, most, flags);
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, T kernel,
                                                      size_t shared_bytes = 0, int most = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid_size, block_size, kernel, shared_bytes, most);
}
#undef SIMT_KERNEL
