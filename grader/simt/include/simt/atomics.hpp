// Atomics of CUDA. All CUDA threads share one OS thread and switch only where they wait, so a plain
// read-modify-write is atomic; every one of them ends in simt::atomic_store.
#pragma once

#include <simt/barrier.hpp>

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

/// The end of every atomic. One that leaves the value as it was (a failed atomicCAS, an atomicAdd of 0) may
/// be a thread that waits for another one.
template <class T>
T atomic_store(T* address, T old, T fresh) {
  *address = fresh;
  if (fresh == old) may_spin();
  return old;
}

}  // namespace simt

// Each comes for the three scopes; with one OS thread they are the same.
#define SIMT_ATOMIC_SCOPE(NAME, SUFFIX, CAPABILITY, TYPES, NEXT)                                             \
  template <class T>                                                                                         \
  inline T NAME##SUFFIX(T* address, ::simt::Same<T> value) {                                                 \
    static_assert((::simt::kAtomics<T> & ::simt::CAPABILITY) != 0, "CUDA has " #NAME " for " TYPES " only"); \
    const T old = *address;                                                                                  \
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
  inline unsigned int atomicInc##SUFFIX(unsigned int* address, unsigned int limit) {                   \
    const unsigned int old = *address;                                                                 \
    return ::simt::atomic_store(address, old, old >= limit ? 0 : old + 1);                             \
  }                                                                                                    \
  inline unsigned int atomicDec##SUFFIX(unsigned int* address, unsigned int limit) {                   \
    const unsigned int old = *address;                                                                 \
    return ::simt::atomic_store(address, old, old == 0 || old > limit ? limit : old - 1);              \
  }                                                                                                    \
  template <class T>                                                                                   \
  inline T atomicCAS##SUFFIX(T* address, ::simt::Same<T> expected, ::simt::Same<T> desired) {          \
    static_assert((::simt::kAtomics<T> & ::simt::kCompare) != 0,                                       \
                  "CUDA has atomicCAS for int, unsigned, unsigned long long and unsigned short only"); \
    const T old = *address;                                                                            \
    return ::simt::atomic_store(address, old, old == expected ? desired : old);                        \
  }
SIMT_ATOMIC()
SIMT_ATOMIC(_block)
SIMT_ATOMIC(_system)
#undef SIMT_ATOMIC
