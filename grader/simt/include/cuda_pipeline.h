// A thread's asynchronous copies from global to shared memory. The copy reads the source when it is issued,
// and the wait writes the target, so a missing wait shows in the result.
#pragma once

#include <cuda_runtime.h>

SIMT_HOST_DEVICE_BEGIN

#include <simt/async_copy.hpp>
#include <simt/call_site.hpp>

namespace simt {

template <unsigned long Bytes>
struct __attribute__((may_alias, aligned(Bytes))) Chunk {
  unsigned int words[Bytes / 4];
};
template <unsigned long Bytes>
SIMT_INLINE void move_chunk(void* to, const void* from) {
  *static_cast<Chunk<Bytes>*>(to) = *static_cast<const Chunk<Bytes>*>(from);
}

SIMT_INLINE void move(void* to, const void* from, unsigned long bytes) {
  if (bytes == 4) move_chunk<4>(to, from);
  if (bytes == 8) move_chunk<8>(to, from);
  if (bytes == 16) move_chunk<16>(to, from);
}

}  // namespace simt

/// The last `zero_filled` bytes are not read; the target gets zeros there.
SIMT_INLINE void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from, size_t bytes,
                                         size_t zero_filled = 0, SIMT_SITE) {
  ::simt::check_copy(to, from, bytes, site);
  ::simt::AsyncCopy copy;
  copy.to = to;
  copy.bytes = bytes;
  if (zero_filled == 0) {
    ::simt::move(copy.data, from, bytes);
  } else {
    const auto* source = static_cast<const unsigned char*>(from);
    const size_t read = zero_filled < bytes ? bytes - zero_filled : 0;
    size_t at = 0;
    for (; at + 4 <= read; at += 4) ::simt::move_chunk<4>(copy.data + at, source + at);
    for (; at < bytes; ++at) copy.data[at] = at < read ? source[at] : 0;
  }
  ::simt::begin_copy(to, bytes);
  ::simt::issue_copy(copy);
}

inline void __pipeline_commit() { ::simt::commit_copies(); }

/// Waits for all batches except the newest `newest`.
SIMT_INLINE void __pipeline_wait_prior(size_t newest) {
  ::simt::AsyncCopy copy;
  while (::simt::next_copy(newest, copy)) ::simt::move(copy.to, copy.data, copy.bytes);
}

SIMT_HOST_DEVICE_END
