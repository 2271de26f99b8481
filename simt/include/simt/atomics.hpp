// CUDA's atomics. All CUDA threads share one OS thread and switch only where they wait, so a plain
// read-modify-write is atomic. The engine performs it whole, and sees one access.
#pragma once

#include <simt/atomic_order.hpp>
#include <simt/barrier.hpp>
#include <simt/inline.hpp>

namespace simt {

template <class T>
struct Identity {
  using Type = T;  // keeps an argument out of deduction: atomicAdd(&an_unsigned, 1) is fine in CUDA
};
template <class T>
using Same = typename Identity<T>::Type;

/// The atomic operations that CUDA has for a type.
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

enum class Update : unsigned char {
  exchange,
  compare,  // and exchange if equal
  add,
  subtract,
  minimum,
  maximum,
  bits_and,
  bits_or,
  bits_xor,
  increment,  // up to the value, then 0
  decrement   // from the value, down to 0
};
enum class Number : unsigned char {
  natural,
  integer,
  floating,
  half,
  bfloat16
};  // one of the last two, or a pair

/// Updates a number of 1, 2, 4 or 8 bytes, and returns its old value. The order is of simt/atomic_order.hpp,
/// 0 if unstated. An update without effect may be of a thread that waits for another one.
unsigned long long atomic_update(void* memory, unsigned long bytes, Update update, Number number,
                                 unsigned long long value, unsigned long long expected, unsigned char order);

template <class T>
SIMT_INLINE unsigned long long bits_of(T value) {
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T>
SIMT_INLINE T of_bits(unsigned long long bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

template <class T>
constexpr bool kFloating = false;
template <>
constexpr bool kFloating<float> = true;
template <>
constexpr bool kFloating<double> = true;

/// For atomics with an order.
template <class T>
constexpr Number number_of() {
  if (kFloating<T>) return Number::floating;
  return static_cast<T>(-1) < static_cast<T>(0) ? Number::integer : Number::natural;
}

template <class T>
SIMT_INLINE T update_number(T* address, Update update, T value, unsigned char order = 0) {
  return of_bits<T>(atomic_update(address, sizeof(T), update, number_of<T>(), bits_of(value), 0, order));
}

}  // namespace simt

// Each exists for the three scopes; with one OS thread they are the same, but for the checks.
#define SIMT_ATOMIC_SCOPE(NAME, SUFFIX, ORDER, CAPABILITY, TYPES, UPDATE)                                    \
  template <class T>                                                                                         \
  SIMT_INLINE T NAME##SUFFIX(T* address, ::simt::Same<T> value) {                                            \
    static_assert((::simt::kAtomics<T> & ::simt::CAPABILITY) != 0, "CUDA has " #NAME " for " TYPES " only"); \
    return ::simt::update_number(address, ::simt::Update::UPDATE, value, ORDER);                             \
  }
#define SIMT_ATOMIC(NAME, CAPABILITY, TYPES, UPDATE)                              \
  SIMT_ATOMIC_SCOPE(NAME, , 0, CAPABILITY, TYPES, UPDATE)                         \
  SIMT_ATOMIC_SCOPE(NAME, _block, ::simt::kOfItsBlock, CAPABILITY, TYPES, UPDATE) \
  SIMT_ATOMIC_SCOPE(NAME, _system, 0, CAPABILITY, TYPES, UPDATE)

SIMT_ATOMIC(atomicAdd, kAdd, "int, unsigned, unsigned long long, float and double", add)
SIMT_ATOMIC(atomicSub, kSubtract, "int and unsigned", subtract)
SIMT_ATOMIC(atomicExch, kExchange, "int, unsigned, unsigned long long and float", exchange)
SIMT_ATOMIC(atomicMin, kOrder, "integers of 32 and 64 bits", minimum)
SIMT_ATOMIC(atomicMax, kOrder, "integers of 32 and 64 bits", maximum)
SIMT_ATOMIC(atomicAnd, kBits, "integers of 32 and 64 bits", bits_and)
SIMT_ATOMIC(atomicOr, kBits, "integers of 32 and 64 bits", bits_or)
SIMT_ATOMIC(atomicXor, kBits, "integers of 32 and 64 bits", bits_xor)
#undef SIMT_ATOMIC
#undef SIMT_ATOMIC_SCOPE

#define SIMT_ATOMIC(SUFFIX, ORDER)                                                                     \
  SIMT_INLINE unsigned int atomicInc##SUFFIX(unsigned int* address, unsigned int limit) {              \
    return ::simt::update_number(address, ::simt::Update::increment, limit, ORDER);                    \
  }                                                                                                    \
  SIMT_INLINE unsigned int atomicDec##SUFFIX(unsigned int* address, unsigned int limit) {              \
    return ::simt::update_number(address, ::simt::Update::decrement, limit, ORDER);                    \
  }                                                                                                    \
  template <class T>                                                                                   \
  SIMT_INLINE T atomicCAS##SUFFIX(T* address, ::simt::Same<T> expected, ::simt::Same<T> desired) {     \
    static_assert((::simt::kAtomics<T> & ::simt::kCompare) != 0,                                       \
                  "CUDA has atomicCAS for int, unsigned, unsigned long long and unsigned short only"); \
    return static_cast<T>(::simt::atomic_update(address, sizeof(T), ::simt::Update::compare,           \
                                                ::simt::Number::natural, ::simt::bits_of<T>(desired),  \
                                                ::simt::bits_of<T>(expected), ORDER));                 \
  }
SIMT_ATOMIC(, 0)
SIMT_ATOMIC(_block, ::simt::kOfItsBlock)
SIMT_ATOMIC(_system, 0)
#undef SIMT_ATOMIC
