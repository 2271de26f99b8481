// The accesses that <cuda/atomic> is made of. In an instrumented object the engine makes them, and so sees
// each as one atomic with the order that it states (simt/atomic_order.hpp).
#pragma once

#include <simt/atomics.hpp>
#include <simt/inline.hpp>

namespace simt {

#if defined(SIMT_INSTRUMENTED)
unsigned long long ordered_load_bits(const void* memory, unsigned long bytes, unsigned char order);
void ordered_store_bits(void* memory, unsigned long long bits, unsigned long bytes, unsigned char order);
/// The load of an update, whose store tells nothing more.
unsigned long long ordered_update_bits(const void* memory, unsigned long bytes, bool needs_value,
                                       unsigned char order);
SIMT_INLINE void store_bits(void* memory, unsigned long long bits, unsigned long bytes) {
  atomic_store_bits(memory, bits, bytes);
}
#else
SIMT_INLINE void store_bits(void* memory, unsigned long long bits, unsigned long bytes) {
  __builtin_memcpy(memory, &bits, bytes);
}
SIMT_INLINE unsigned long long ordered_load_bits(const void* memory, unsigned long bytes, unsigned char) {
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, memory, bytes);
  return bits;
}
SIMT_INLINE void ordered_store_bits(void* memory, unsigned long long bits, unsigned long bytes,
                                    unsigned char) {
  __builtin_memcpy(memory, &bits, bytes);
}
SIMT_INLINE unsigned long long ordered_update_bits(const void* memory, unsigned long bytes, bool,
                                                   unsigned char) {
  return ordered_load_bits(memory, bytes, 0);
}
#endif

}  // namespace simt
