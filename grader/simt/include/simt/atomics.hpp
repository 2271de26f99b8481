// Atomics of CUDA. All CUDA threads share one OS thread and switch only where they wait, so a plain
// read-modify-write is atomic; every one of them begins with simt::atomic_load and ends in
// simt::atomic_store. In an instrumented object these two leave the access to the engine, which sees one
// atomic and not its parts.
#pragma once

#include <simt/barrier.hpp>
#include <simt/inline.hpp>

namespace simt {

template <class T>
struct Identity {
  using Type = T;  // keeps an argument out of deduction: atomicAdd(&an_unsigned, 1) is fine in CUDA
};
template <class T>
using Same = typename Identity<T>::Type;

/// What CUDA's atomics can do with a type.
enum Atomic : unsigned { kAdd = 1, kSubtract = 2, kExchange = 4, kCompare = 8, kOrder = 16, kBits = 32 };
template <class T>
constexpr unsigned kAtomics = 0;
template <>
constexpr unsigned kAtomics<int> = kAdd | kSubtract | kExchange | kCompare | kOrder | kBits;
template <>
constexpr unsigned kAtomics<unsigned int> = kAtomics<int>;
template <>
constexpr unsigned kAtomics<unsigned long long> = kAdd | kExchange | kCompare | kOrder | kBits;
template <>
constexpr unsigned kAtomics<long long> = kOrder | kBits;
template <>
constexpr unsigned kAtomics<unsigned short> = kCompare;
template <>
constexpr unsigned kAtomics<float> = kAdd | kExchange;
template <>
constexpr unsigned kAtomics<double> = kAdd;

#if defined(SIMT_INSTRUMENTED)
unsigned long long atomic_load_bits(const void* memory, unsigned long bytes, bool needs_value);
void atomic_store_bits(void* memory, unsigned long long bits, unsigned long bytes);

template <class T>
SIMT_INLINE T atomic_load(const T* address, bool needs_value = true) {
  const unsigned long long bits = atomic_load_bits(address, sizeof(T), needs_value);
  T value;
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}
template <class T>
SIMT_INLINE void atomic_replace(T* address, T value) {
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  atomic_store_bits(address, bits, sizeof(T));
}
#else
template <class T>
inline T atomic_load(const T* address, bool = true) {
  return *address;
}
template <class T>
inline void atomic_replace(T* address, T value) {
  *address = value;
}
#endif

/// The end of every atomic. One that leaves the value as it was (a failed atomicCAS, an atomicAdd of 0) may
/// be a thread that waits for another one.
template <class T>
SIMT_INLINE T atomic_store(T* address, T old, T fresh) {
  atomic_replace(address, fresh);
  if (fresh == old) may_spin();
  return old;
}

}  // namespace simt

// Each comes for the three scopes; with one OS thread they are the same.
#define SIMT_ATOMIC_SCOPE(NAME, SUFFIX, CAPABILITY, TYPES, NEXT)                                             \
  template <class T>                                                                                         \
  SIMT_INLINE T NAME##SUFFIX(T* address, ::simt::Same<T> value) {                                            \
    static_assert((::simt::kAtomics<T> & ::simt::CAPABILITY) != 0, "CUDA has " #NAME " for " TYPES " only"); \
    const T old = ::simt::atomic_load(address, ::simt::CAPABILITY != ::simt::kExchange);                     \
    return ::simt::atomic_store(address, old, static_cast<T>(NEXT));                                         \
  }
#define SIMT_ATOMIC(NAME, CAPABILITY, TYPES, NEXT)         \
  SIMT_ATOMIC_SCOPE(NAME, , CAPABILITY, TYPES, NEXT)       \
  SIMT_ATOMIC_SCOPE(NAME, _block, CAPABILITY, TYPES, NEXT) \
  SIMT_ATOMIC_SCOPE(NAME, _system, CAPABILITY, TYPES, NEXT)

SIMT_ATOMIC(atomicAdd, kAdd, "int, unsigned, unsigned long long, float and double", old + value)
SIMT_ATOMIC(atomicSub, kSubtract, "int and unsigned", old - value)
SIMT_ATOMIC(atomicExch, kExchange, "int, unsigned, unsigned long long and float", value)
SIMT_ATOMIC(atomicMin, kOrder, "integers of 32 and 64 bits", value < old ? value : old)
SIMT_ATOMIC(atomicMax, kOrder, "integers of 32 and 64 bits", old < value ? value : old)
SIMT_ATOMIC(atomicAnd, kBits, "integers of 32 and 64 bits", old& value)
SIMT_ATOMIC(atomicOr, kBits, "integers of 32 and 64 bits", old | value)
SIMT_ATOMIC(atomicXor, kBits, "integers of 32 and 64 bits", old ^ value)
#undef SIMT_ATOMIC
#undef SIMT_ATOMIC_SCOPE

#define SIMT_ATOMIC(SUFFIX)                                                                            \
  SIMT_INLINE unsigned int atomicInc##SUFFIX(unsigned int* address, unsigned int limit) {              \
    const unsigned int old = ::simt::atomic_load(address);                                             \
    return ::simt::atomic_store(address, old, old >= limit ? 0 : old + 1);                             \
  }                                                                                                    \
  SIMT_INLINE unsigned int atomicDec##SUFFIX(unsigned int* address, unsigned int limit) {              \
    const unsigned int old = ::simt::atomic_load(address);                                             \
    return ::simt::atomic_store(address, old, old == 0 || old > limit ? limit : old - 1);              \
  }                                                                                                    \
  template <class T>                                                                                   \
  SIMT_INLINE T atomicCAS##SUFFIX(T* address, ::simt::Same<T> expected, ::simt::Same<T> desired) {     \
    static_assert((::simt::kAtomics<T> & ::simt::kCompare) != 0,                                       \
                  "CUDA has atomicCAS for int, unsigned, unsigned long long and unsigned short only"); \
    const T old = ::simt::atomic_load(address);                                                        \
    return ::simt::atomic_store(address, old, old == expected ? desired : old);                        \
  }
SIMT_ATOMIC()
SIMT_ATOMIC(_block)
SIMT_ATOMIC(_system)
#undef SIMT_ATOMIC
