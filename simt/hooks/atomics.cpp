// The atomics of C++ in an instrumented object: the compilers turn them into calls to their thread sanitizer.
// CUDA's own atomics don't use them.
#include <cstdint>

#include "accesses.hpp"

#define SIMT_TOLD                                                                                            \
  simt::core::on_access(const_cast<const void*>(static_cast<const volatile void*>(memory)), sizeof(*memory), \
                        simt::core::AccessKind::Atomic, SIMT_CALLER, SIMT_FRAME)

/// `expected` gets the value that is there if it is another one. Host threads may share the memory.
template <class T>
static bool simt_replaces(volatile T* memory, T& expected, T desired) {
  return __atomic_compare_exchange_n(memory, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

// NOLINTBEGIN(bugprone-reserved-identifier): the compilers chose these names.
#define SIMT_UPDATE(BITS, NAME, RESULT)                                                  \
  std::uint##BITS##_t __tsan_atomic##BITS##_##NAME(volatile std::uint##BITS##_t* memory, \
                                                   std::uint##BITS##_t value, int) {     \
    SIMT_TOLD;                                                                           \
    std::uint##BITS##_t old = *memory;                                                   \
    while (!simt_replaces(memory, old, static_cast<std::uint##BITS##_t>(RESULT))) {      \
    }                                                                                    \
    return old;                                                                          \
  }
#define SIMT_COMPARE(BITS, NAME)                                                                        \
  int __tsan_atomic##BITS##_##NAME(volatile std::uint##BITS##_t* memory, std::uint##BITS##_t* expected, \
                                   std::uint##BITS##_t desired, int, int) {                             \
    SIMT_TOLD;                                                                                          \
    return static_cast<int>(simt_replaces(memory, *expected, desired));                                 \
  }
#define SIMT_ATOMICS(BITS)                                                                                 \
  std::uint##BITS##_t __tsan_atomic##BITS##_load(const volatile std::uint##BITS##_t* memory, int) {        \
    SIMT_TOLD;                                                                                             \
    return __atomic_load_n(memory, __ATOMIC_SEQ_CST);                                                      \
  }                                                                                                        \
  void __tsan_atomic##BITS##_store(volatile std::uint##BITS##_t* memory, std::uint##BITS##_t value, int) { \
    SIMT_TOLD;                                                                                             \
    __atomic_store_n(memory, value, __ATOMIC_SEQ_CST);                                                     \
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
    simt_replaces(memory, expected, desired);                                                              \
    return expected;                                                                                       \
  }

extern "C" {
SIMT_ATOMICS(8)
SIMT_ATOMICS(16)
SIMT_ATOMICS(32)
SIMT_ATOMICS(64)
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) {}
}
// NOLINTEND(bugprone-reserved-identifier)
