// A copy of any size to shared memory by the threads of a group, in pieces that __pipeline_memcpy_async
// takes.
#pragma once

#include <cuda_pipeline.h>

SIMT_HOST_DEVICE_BEGIN

#include <simt/async_barrier.hpp>

namespace simt {

/// The running thread's share. Copies at once, as CUDA does, what is not from global to shared memory or not
/// aligned to 4 bytes. Returns whether a wait is needed.
SIMT_INLINE bool copy_share(unsigned long rank, unsigned long threads, void* to, const void* from,
                            unsigned long bytes, CallSite site) {
  const unsigned long all =
      reinterpret_cast<unsigned long>(to) | reinterpret_cast<unsigned long>(from) | bytes;
  const unsigned long piece = all % 16 == 0 ? 16 : all % 8 == 0 ? 8 : 4;
  char* const target = static_cast<char*>(to);
  const char* const source = static_cast<const char*>(from);
  if (all % 4 != 0 || !is_in_shared_memory(to) || is_in_shared_memory(from)) {
    for (unsigned long i = rank; i < bytes; i += threads) target[i] = source[i];
    return false;
  }
  for (unsigned long i = rank * piece; i < bytes; i += threads * piece)
    __pipeline_memcpy_async(target + i, source + i, piece, 0, site);
  return true;
}

}  // namespace simt

SIMT_HOST_DEVICE_END
