// The atomics of C++ in an instrumented object: the compilers turn them into calls to their thread sanitizer.
// CUDA's own atomics don't use them.
#include <cstdint>

#include "accesses.hpp"

#define SIMT_TOLD                                                                                            \
  simt::core::on_access(const_cast<const void*>(static_cast<const volatile void*>(memory)), sizeof(*memory), \
                        simt::core::AccessKind::Atomic, SIMT_CALLER)

// NOLINTBEGIN(bugprone-reserved-identifier): the compilers chose these names.
#define SIMT_UPDATE(BITS, NAME, RESULT)                                                  \
  std::uint##BITS##_t __tsan_atomic##BITS##_##NAME(volatile std::uint##BITS##_t* memory, \
                                                   std::uint##BITS##_t value, int) {     \
    SIMT_TOLD;                                                                           \
    const std::uint##BITS##_t old = *memory;                                             \
    *memory = static_cast<std::uint##BITS##_t>(RESULT);                                  \
    return old;                                                                          \
  }
#define SIMT_COMPARE(BITS, NAME)                                                                        \
  int __tsan_atomic##BITS##_##NAME(volatile std::uint##BITS##_t* memory, std::uint##BITS##_t* expected, \
                                   std::uint##BITS##_t desired, int, int) {                             \
    SIMT_TOLD;                                                                                          \
    const std::uint##BITS##_t old = *memory;                                                            \
    if (old == *expected) {                                                                             \
      *memory = desired;                                                                                \
      return 1;                                                                                         \
    }                                                                                                   \
    *expected = old;                                                                                    \
    return 0;                                                                                           \
  }
#define SIMT_ATOMICS(BITS)                                                                                 \
  std::uint##BITS##_t __tsan_atomic##BITS##_load(const volatile std::uint##BITS##_t* memory, int) {        \
    SIMT_TOLD;                                                                                             \
    return *memory;                                                                                        \
  }                                                                                                        \
  void __tsan_atomic##BITS##_store(volatile std::uint##BITS##_t* memory, std::uint##BITS##_t value, int) { \
    SIMT_TOLD;                                                                                             \
    *memory = value;                                                                                       \
  }                                                                                                        \
  SIMT_UPDATE(BITS, exchange, value)                                                                       \
  SIMT_UPDATE(BITS, fetch_add, old + value)                                                                \
  SIMT_UPDATE(BITS, fetch_sub, old - value)                                                                \
  SIMT_UPDATE(BITS, fetch_and, old& value)                                                                 \
  SIMT_UPDATE(BITS, fetch_or, old | value)                                                                 \
  SIMT_UPDATE(BITS, fetch_xor, old ^ value)                                                                \
  SIMT_UPDATE(BITS, fetch_nand, ~(old & value))                                                            \
  SIMT_COMPARE(BITS, compare_exchange_strong)                                                              \
  SIMT_COMPARE(BITS, compare_exchange_weak)                                                                \
  std::uint##BITS##_t __tsan_atomic##BITS##_compare_exchange_val(volatile std::uint##BITS##_t* memory,     \
                                                                 std::uint##BITS##_t expected,             \
                                                                 std::uint##BITS##_t desired, int, int) {  \
    SIMT_TOLD;                                                                                             \
    const std::uint##BITS##_t old = *memory;                                                               \
    if (old == expected) *memory = desired;                                                                \
    return old;                                                                                            \
  }

extern "C" {
SIMT_ATOMICS(8)
SIMT_ATOMICS(16)
SIMT_ATOMICS(32)
SIMT_ATOMICS(64)
void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}
}
// NOLINTEND(bugprone-reserved-identifier)
