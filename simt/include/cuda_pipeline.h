// A thread's asynchronous copies from global to shared memory. The copy reads the source when it is issued,
// and the wait writes the target, so a missing wait shows in the result.
#pragma once

#include <cuda_runtime.h>

SIMT_HOST_DEVICE_BEGIN

#include <simt/async_copy.hpp>
#include <simt/call_site.hpp>

namespace simt {

// Any type may be where a copy begins or ends.
using Word = unsigned int __attribute__((may_alias));
using TwoWords = unsigned long long __attribute__((may_alias));
using FourWords = unsigned int __attribute__((vector_size(16), may_alias));

SIMT_INLINE CopyData copied(unsigned long long low, unsigned long long high) {
  return CopyData{static_cast<unsigned int>(low), static_cast<unsigned int>(low >> 32),
                  static_cast<unsigned int>(high), static_cast<unsigned int>(high >> 32)};
}

SIMT_INLINE CopyData load_copy(const void* from, unsigned long bytes) {
  if (bytes == 4) return copied(*static_cast<const Word*>(from), 0);
  if (bytes == 8) return copied(*static_cast<const TwoWords*>(from), 0);
  return *static_cast<const FourWords*>(from);
}

/// The bytes from `read` on are zeros.
SIMT_INLINE CopyData load_copy(const unsigned char* from, unsigned long bytes, unsigned long read) {
  unsigned long long low = 0, high = 0;
  for (unsigned long at = 0; at < read && at < bytes;) {
    const bool is_word = at + 4 <= read;
    const unsigned long long piece = is_word ? *reinterpret_cast<const Word*>(from + at) : from[at];
    if (at < 8) low |= piece << at * 8;
    if (at >= 8) high |= piece << (at - 8) * 8;
    at += is_word ? 4 : 1;
  }
  return copied(low, high);
}

SIMT_INLINE void store_copy(void* to, unsigned long bytes, CopyData data) {
  const unsigned long long low = data[0] | static_cast<unsigned long long>(data[1]) << 32;
  if (bytes == 4) *static_cast<Word*>(to) = data[0];
  if (bytes == 8) *static_cast<TwoWords*>(to) = low;
  if (bytes == 16) *static_cast<FourWords*>(to) = data;
}

}  // namespace simt

/// The last `zero_filled` bytes are not read; the target gets zeros there.
SIMT_INLINE void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from, size_t bytes,
                                         size_t zero_filled = 0, SIMT_SITE) {
  ::simt::check_copy(to, from, bytes, site);
  const size_t read = zero_filled < bytes ? bytes - zero_filled : 0;
  const ::simt::CopyData data = zero_filled == 0
                                    ? ::simt::load_copy(from, bytes)
                                    : ::simt::load_copy(static_cast<const unsigned char*>(from), bytes, read);
  ::simt::begin_copy(to, bytes);
  ::simt::issue_copy(to, bytes, data);
}

inline void __pipeline_commit() { ::simt::commit_copies(); }

/// Waits for all batches except the newest `newest`.
SIMT_INLINE void __pipeline_wait_prior(size_t newest) {
  while (void* const to = ::simt::next_copy(newest))
    ::simt::store_copy(to, ::simt::next_copy_bytes(), ::simt::next_copy_data());
}

SIMT_HOST_DEVICE_END
