// What simt-cc makes of inline PTX in a program: a function for each instruction of its table (cxx/ptx.cpp).
// A register is 64 bits; an instruction uses as many as its type has.
#pragma once

#include <cuda_pipeline.h>
#include <simt/clusters.hpp>
#include <simt/intrinsics.hpp>
#include <simt/ordered_access.hpp>
#include <simt/ptx_barriers.hpp>
#include <simt/rounding.hpp>

namespace simt {

namespace ptx {

template <unsigned long Bytes>
struct Sized;
template <>
struct Sized<1> {
  using Bits = unsigned char;
  using Signed = short;
  using Wide = unsigned short;
};
template <>
struct Sized<2> {
  using Bits = unsigned short __attribute__((may_alias));
  using Signed = int;
  using Wide = unsigned int;
};
template <>
struct Sized<4> {
  using Bits = Word;
  using Signed = long long;
  using Wide = unsigned long long;
};
template <>
struct Sized<8> {
  using Bits = TwoWords;
  using Signed = Integer128;
  using Wide = Unsigned128;
};

template <class T>
constexpr bool kSigned = static_cast<T>(-1) < static_cast<T>(0);
template <class T>
constexpr unsigned kBitsOf = sizeof(T) * 8;

template <class T, bool = kSigned<T>>
struct Twice {
  using Type = typename Sized<sizeof(T)>::Signed;
};
template <class T>
struct Twice<T, false> {
  using Type = typename Sized<sizeof(T)>::Wide;
};
template <class T>
using Wide = typename Twice<T>::Type;

/// An integer's sign fills the register.
template <class T>
SIMT_INLINE Register bits(T value) {
  if constexpr (kFloating<T>) {
    return bits_of(value);
  } else {
    return static_cast<Register>(value);
  }
}
template <class T>
SIMT_INLINE T as(Register from) {
  if constexpr (kFloating<T>) {
    return of_bits<T>(from);
  } else {
    return static_cast<T>(from);
  }
}

/// The operands of the statement, by their constraints' sizes.
template <unsigned long Bytes, class T>
SIMT_INLINE Register in(T value) {
  static_assert(sizeof(T) == Bytes,
                "asm operand type size does not match the size implied by its constraint");
  return bits_of(value);
}
template <unsigned long Bytes, class T>
SIMT_INLINE void out(T& to, Register from) {
  static_assert(sizeof(T) == Bytes,
                "asm operand type size does not match the size implied by its constraint");
  to = of_bits<T>(from);
}

/// Denormal numbers become 0.
template <class T>
SIMT_INLINE T flushed(T value) {
  return __builtin_fabsf(value) < 0x1p-126F ? __builtin_copysignf(0.0F, value) : value;
}

// Arithmetic. Integers wrap around.
#define SIMT_WRAPPING(NAME, OPERATOR)                          \
  template <class T>                                           \
  SIMT_INLINE T NAME(T a, T b) {                               \
    if constexpr (kFloating<T>) {                              \
      return a OPERATOR b;                                     \
    } else {                                                   \
      return static_cast<T>(as<Register>(a) OPERATOR bits(b)); \
    }                                                          \
  }
SIMT_WRAPPING(add, +)
SIMT_WRAPPING(sub, -)
SIMT_WRAPPING(mul, *)
#undef SIMT_WRAPPING
template <class T>
SIMT_INLINE T mul_hi(T a, T b) {
  return static_cast<T>(static_cast<Wide<T>>(a) * b >> kBitsOf<T>);
}
template <class T>
SIMT_INLINE Wide<T> mul_wide(T a, T b) {
  return static_cast<Wide<T>>(static_cast<Wide<T>>(a) * b);
}
template <class T>
SIMT_INLINE T mad(T a, T b, T c) {
  return add(mul(a, b), c);
}
template <class T>
SIMT_INLINE T mad_hi(T a, T b, T c) {
  return add(mul_hi(a, b), c);
}
template <class T>
SIMT_INLINE Wide<T> mad_wide(T a, T b, Wide<T> c) {
  return add(mul_wide(a, b), c);
}
template <class T>
SIMT_INLINE T fma(T a, T b, T c) {
  if constexpr (sizeof(T) == 4) {
    return ::fmaf(a, b, c);
  } else {
    return ::fma(a, b, c);
  }
}

// With the carry of the instruction before.
template <class T>
SIMT_INLINE T addc(T a, T b, bool& carry) {
  const Unsigned128 sum = static_cast<Unsigned128>(a) + b + carry;
  carry = (sum >> kBitsOf<T>) != 0;
  return static_cast<T>(sum);
}
template <class T>
SIMT_INLINE T add_cc(T a, T b, bool& carry) {
  carry = false;
  return addc(a, b, carry);
}
template <class T>
SIMT_INLINE T subc(T a, T b, bool& carry) {
  const Unsigned128 difference = static_cast<Unsigned128>(a) - b - carry;
  carry = (difference >> kBitsOf<T> & 1) != 0;
  return static_cast<T>(difference);
}
template <class T>
SIMT_INLINE T sub_cc(T a, T b, bool& carry) {
  carry = false;
  return subc(a, b, carry);
}
#define SIMT_MAD(NAME, PRODUCT)                         \
  template <class T>                                    \
  SIMT_INLINE T NAME##_cc(T a, T b, T c, bool& carry) { \
    return add_cc(PRODUCT(a, b), c, carry);             \
  }                                                     \
  template <class T>                                    \
  SIMT_INLINE T NAME##c(T a, T b, T c, bool& carry) {   \
    return addc(PRODUCT(a, b), c, carry);               \
  }
SIMT_MAD(mad, mul)
SIMT_MAD(mad_hi, mul_hi)
#undef SIMT_MAD

template <class T>
SIMT_INLINE T div(T a, T b) {
  return a / b;
}
template <class T>
SIMT_INLINE T rem(T a, T b) {
  return a % b;
}
template <class T>
SIMT_INLINE T abs(T a) {
  return a < T(0) || (kFloating<T> && a == T(0)) ? sub(T(0), a) : a;
}
template <class T>
SIMT_INLINE T neg(T a) {
  return kFloating<T> ? -a : sub(T(0), a);
}
template <class T>
SIMT_INLINE T min(T a, T b) {
  return a != a || b < a ? b : a;
}
template <class T>
SIMT_INLINE T max(T a, T b) {
  return a != a || a < b ? b : a;
}
SIMT_INLINE float rcp(float a) { return 1.0F / a; }
SIMT_INLINE double rcp(double a) { return 1.0 / a; }
SIMT_INLINE float sqrt(float a) { return ::sqrtf(a); }
SIMT_INLINE double sqrt(double a) { return ::sqrt(a); }
SIMT_INLINE float rsqrt(float a) { return ::rsqrtf(a); }
SIMT_INLINE float ex2(float a) { return ::exp2f(a); }
SIMT_INLINE float lg2(float a) { return ::log2f(a); }
SIMT_INLINE float sin(float a) { return ::sinf(a); }
SIMT_INLINE float cos(float a) { return ::cosf(a); }
SIMT_INLINE float tanh(float a) { return ::tanhf(a); }

// Bits.
template <class T>
SIMT_INLINE T bits_and(T a, T b) {
  return a & b;
}
template <class T>
SIMT_INLINE T bits_or(T a, T b) {
  return a | b;
}
template <class T>
SIMT_INLINE T bits_xor(T a, T b) {
  return a ^ b;
}
template <class T>
SIMT_INLINE T bits_not(T a) {
  if constexpr (__is_same(T, bool)) {
    return !a;
  } else {
    return static_cast<T>(~a);
  }
}
template <class T>
SIMT_INLINE T shl(T a, unsigned int by) {
  return by < kBitsOf<T> ? static_cast<T>(bits(a) << by) : T(0);
}
template <class T>
SIMT_INLINE T shr(T a, unsigned int by) {
  return static_cast<T>(a >> (by < kBitsOf<T> ? by : kBitsOf<T> - 1) >> (by < kBitsOf<T> ? 0 : 1));
}
template <class T>
SIMT_INLINE T bfe(T a, unsigned int begin, unsigned int length) {
  begin &= 255;
  length &= 255;
  constexpr unsigned kLast = kBitsOf<T> - 1;
  if (length == 0) return 0;
  const unsigned last = begin + length - 1 < kLast ? begin + length - 1 : kLast;
  const bool sign = kSigned<T> && (bits(a) >> last & 1) != 0;
  Register result = sign ? ~Register{0} : 0;
  for (unsigned i = 0; i < length && begin + i <= kLast; ++i)
    result = (result & ~(Register{1} << i)) | (bits(a) >> (begin + i) & 1) << i;
  return static_cast<T>(result);
}
template <class T>
SIMT_INLINE T bfi(T from, T into, unsigned int begin, unsigned int length) {
  begin &= 255;
  Register result = into;
  for (unsigned i = 0; i < (length & 255) && begin + i < kBitsOf<T>; ++i)
    result = (result & ~(Register{1} << (begin + i))) | (bits(from) >> i & 1) << (begin + i);
  return static_cast<T>(result);
}
template <class T>
SIMT_INLINE unsigned int popc(T a) {
  return static_cast<unsigned>(__builtin_popcountll(a));
}
template <class T>
SIMT_INLINE unsigned int clz(T a) {
  return a == 0 ? kBitsOf<T> : static_cast<unsigned>(__builtin_clzll(a)) - (64 - kBitsOf<T>);
}
template <class T>
SIMT_INLINE T brev(T a) {
  return static_cast<T>(__brevll(a) >> (64 - kBitsOf<T>));
}
template <class T>
SIMT_INLINE unsigned int bfind_shiftamt(T a) {
  using Bits = typename Sized<sizeof(T)>::Bits;
  const Bits looked_at = static_cast<Bits>(a < T(0) ? ~a : a);
  return looked_at == 0 ? ~0U : clz<Bits>(looked_at);
}
template <class T>
SIMT_INLINE unsigned int bfind(T a) {
  const unsigned shift = bfind_shiftamt(a);
  return shift == ~0U ? ~0U : kBitsOf<T> - 1 - shift;
}
/// Bit 3 of a selector repeats the byte's sign.
template <class T>
SIMT_INLINE unsigned int prmt(T low, T high, unsigned int selector) {
  const unsigned int bytes = __byte_perm(low, high, selector);
  unsigned int signs = 0;
  for (unsigned i = 0; i < 4; ++i) signs |= (selector >> (4 * i + 3) & 1) * (0xffU << 8 * i);
  const unsigned int filled = (bytes >> 7 & 0x01010101U) * 0xffU;
  return (bytes & ~signs) | (filled & signs);
}
template <class T>
SIMT_INLINE T lop3(T a, T b, T c, unsigned int table) {
  T result = 0;
  for (unsigned i = 0; i < 8; ++i) {
    if ((table >> i & 1) != 0)
      result |= ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
  }
  return result;
}
#define SIMT_SHIFT(NAME, FUNCTION)                     \
  template <class T>                                   \
  SIMT_INLINE T NAME(T low, T high, unsigned int by) { \
    return FUNCTION(low, high, by);                    \
  }
SIMT_SHIFT(shf_l_wrap, __funnelshift_l)
SIMT_SHIFT(shf_r_wrap, __funnelshift_r)
#undef SIMT_SHIFT
template <class T>
SIMT_INLINE T shf_l_clamp(T low, T high, unsigned int by) {
  return by >= 32 ? low : __funnelshift_l(low, high, by);
}
template <class T>
SIMT_INLINE T shf_r_clamp(T low, T high, unsigned int by) {
  return by >= 32 ? high : __funnelshift_r(low, high, by);
}

template <class T>
SIMT_INLINE T mov(T a) {
  return a;
}
template <class T>
SIMT_INLINE T selp(T a, T b, bool first) {
  return first ? a : b;
}
#define SIMT_COMPARE(NAME, RESULT)         \
  template <class T>                       \
  SIMT_INLINE bool setp_##NAME(T a, T b) { \
    return RESULT;                         \
  }
SIMT_COMPARE(eq, a == b)
SIMT_COMPARE(ne, a < b || b < a)
SIMT_COMPARE(neu, a != b)
SIMT_COMPARE(lt, a < b)
SIMT_COMPARE(le, a <= b)
SIMT_COMPARE(gt, a > b)
SIMT_COMPARE(ge, a >= b)
#undef SIMT_COMPARE

/// cvt: integers wrap, and take the nearest value of a floating-point number.
template <class To, class From>
SIMT_INLINE To cvt(From from, Rounding rounding) {
  if constexpr (!kFloating<To> && kFloating<From>) {
    return to_integer<To>(rounding, from);
  } else if constexpr (kFloating<To> && !kFloating<From>) {
    const auto rounded_from = [&](auto value) {
      if constexpr (sizeof(To) == 4) {
        return to_float(rounding, value);
      } else {
        return to_double(rounding, value);
      }
    };
    if constexpr (kSigned<From>) {
      return rounded_from(static_cast<long long>(from));
    } else {
      return rounded_from(static_cast<unsigned long long>(from));
    }
  } else if constexpr (sizeof(To) == 4 && kFloating<To> && sizeof(From) == 8) {
    return to_float(rounding, from);
  } else {
    return static_cast<To>(from);
  }
}

// Registers that are parts of another one, the lowest bits first.
template <unsigned Bits>
constexpr Register kMask = Bits == 64 ? ~Register{0} : (Register{1} << (Bits & 63)) - 1;
template <unsigned Bits>
SIMT_INLINE Register pack() {
  return 0;
}
template <unsigned Bits, class... More>
SIMT_INLINE Register pack(Register first, More... more) {
  if constexpr (sizeof...(more) == 0) {
    return first & kMask<Bits>;
  } else {
    return (first & kMask<Bits>) | pack<Bits>(more...) << Bits;
  }
}
template <unsigned Bits>
SIMT_INLINE Register unpack(Register from, unsigned part) {
  return from >> part * Bits & kMask<Bits>;
}

// Addresses.
SIMT_INLINE void* generic(Register address) { return reinterpret_cast<void*>(address); }
// In the window of shared memory, the block's own begins at 0. What mapa gives has the rank of the cluster's
// block plus 1 above these bits.
constexpr unsigned kClusterShift = 24;
SIMT_INLINE void* shared(Register address, SIMT_SITE) {
  const Register block = address >> kClusterShift;
  if (block == 0 || block > __clusterSizeInBlocks()) return generic(shared_memory() + address);
  const Register offset = address & ((Register{1} << kClusterShift) - 1);
  return cluster_shared(generic(shared_memory() + offset), static_cast<unsigned int>(block - 1), site);
}
template <class T>
SIMT_INLINE T mapa_shared(T address, unsigned int rank, SIMT_SITE) {
  (void)cluster_shared(generic(shared_memory() + address), rank,
                       site);  // a finding if there is no such block
  return (address & ((T{1} << kClusterShift) - 1)) | T{rank + 1} << kClusterShift;
}
template <class T>
SIMT_INLINE T mapa(T address, unsigned int rank, SIMT_SITE) {
  return reinterpret_cast<T>(cluster_shared(generic(address), rank, site));
}
template <class T>
SIMT_INLINE unsigned int getctarank(T address) {
  return cluster_rank_of(generic(address));
}
template <class T>
SIMT_INLINE unsigned int getctarank_shared(T address) {
  const T block = address >> kClusterShift;
  return block == 0 ? __clusterRelativeBlockRank() : static_cast<unsigned int>(block - 1);
}
template <class T>
SIMT_INLINE T cvta_to_shared(T address) {
  return static_cast<T>(address - shared_memory());
}
template <class T>
SIMT_INLINE T cvta_shared(T address) {
  return static_cast<T>(address + shared_memory());
}
SIMT_INLINE bool isspacep_shared(unsigned long long address) { return is_in_shared_memory(generic(address)); }
SIMT_INLINE bool isspacep_global(unsigned long long address) {
  return !is_in_shared_memory(generic(address));
}

/// Up to 16 bytes, the lowest first.
struct Loaded {
  Register low, high;
};
template <unsigned long Bytes>
SIMT_INLINE Loaded load(const void* address) {
  if constexpr (Bytes == 16) {
    const FourWords words = *static_cast<const FourWords*>(address);
    return {pack<32>(words[0], words[1]), pack<32>(words[2], words[3])};
  } else {
    return {*static_cast<const typename Sized<Bytes>::Bits*>(address), 0};
  }
}
template <unsigned long Bytes>
SIMT_INLINE void store(void* address, Register low, Register high) {
  if constexpr (Bytes == 16) {
    *static_cast<FourWords*>(address) = copied(low, high);
  } else {
    *static_cast<typename Sized<Bytes>::Bits*>(address) = static_cast<typename Sized<Bytes>::Bits>(low);
  }
}
template <unsigned long Bytes>
SIMT_INLINE Loaded load_volatile(const void* address) {
  return {*static_cast<const volatile typename Sized<Bytes>::Bits*>(address), 0};
}
template <unsigned long Bytes>
SIMT_INLINE void store_volatile(void* address, Register value) {
  *static_cast<volatile typename Sized<Bytes>::Bits*>(address) =
      static_cast<typename Sized<Bytes>::Bits>(value);
}
template <unsigned long Bytes>
SIMT_INLINE Loaded load_ordered(const void* address, unsigned char order) {
  const Loaded loaded{ordered_load_bits(address, Bytes, order), 0};
  may_spin();
  return loaded;
}
template <unsigned long Bytes>
SIMT_INLINE void store_ordered(void* address, Register value, unsigned char order) {
  ordered_store_bits(address, value & kMask<Bytes * 8>, Bytes, order);
}
template <class T>
SIMT_INLINE T atom(void* address, Update update, T value, T expected, unsigned char order) {
  return of_bits<T>(
      atomic_update(address, sizeof(T), update, number_of<T>(), bits_of(value), bits_of(expected), order));
}
SIMT_INLINE void cp_async(void* to, void* from, unsigned int bytes, unsigned int read, SIMT_SITE) {
  __pipeline_memcpy_async(to, from, bytes, bytes - read, site);
}
SIMT_INLINE void cp_async_commit_group() { __pipeline_commit(); }
SIMT_INLINE void cp_async_wait_group(unsigned int newest) { __pipeline_wait_prior(newest); }
SIMT_INLINE void cp_async_wait_all() {
  __pipeline_commit();
  __pipeline_wait_prior(0);
}

// Warps and blocks.
template <class T>
SIMT_INLINE T shuffle_from(T value, int source, bool is_inside, unsigned int mask, CallSite site) {
  return ::simt::shuffle(mask, value, is_inside ? source : lane(), site);
}
SIMT_INLINE unsigned int add_add(unsigned int a, unsigned int b, unsigned int c) { return a + b + c; }
SIMT_INLINE unsigned int shl_add(unsigned int a, unsigned int by, unsigned int c) {
  return (by < 32 ? a << by : 0) + c;
}
SIMT_INLINE unsigned int shr_add(unsigned int a, unsigned int by, unsigned int c) {
  return (by < 32 ? a >> by : 0) + c;
}
/// In the place of PTX of CUB's headers that the engine lacks.
[[gnu::error("the CPU engine does not have the PTX of this function of CUB")]] void missing();

/// Of `d|p`.
template <class T>
struct Shuffled {
  T value;
  bool is_inside;
};
/// The lanes below and above are the limits that a shuffle's third operand states.
#define SIMT_PTX_SHUFFLE(NAME, SOURCE, INSIDE)                                                          \
  template <class T>                                                                                    \
  SIMT_INLINE Shuffled<T> NAME##_both(T value, unsigned int by, unsigned int limits, unsigned int mask, \
                                      SIMT_SITE) {                                                      \
    const unsigned segment = limits >> 8 & 31, me = static_cast<unsigned>(lane());                      \
    const int last = static_cast<int>((me & segment) | (limits & 31 & ~segment));                       \
    const int from = static_cast<int>(SOURCE);                                                          \
    (void)segment;                                                                                      \
    return {shuffle_from(value, from, INSIDE, mask, site), INSIDE};                                     \
  }                                                                                                     \
  template <class T>                                                                                    \
  SIMT_INLINE T NAME(T value, unsigned int by, unsigned int limits, unsigned int mask, SIMT_SITE) {     \
    return NAME##_both(value, by, limits, mask, site).value;                                            \
  }
SIMT_PTX_SHUFFLE(shfl_up, me - (by & 31), from >= last)
SIMT_PTX_SHUFFLE(shfl_down, me + (by & 31), from <= last)
SIMT_PTX_SHUFFLE(shfl_bfly, me ^ (by & 31), from <= last)
SIMT_PTX_SHUFFLE(shfl_idx, (me & segment) | (by & 31 & ~segment), from <= last)
#undef SIMT_PTX_SHUFFLE
SIMT_INLINE unsigned int vote_ballot(bool predicate, unsigned int mask, SIMT_SITE) {
  return __ballot_sync(mask, predicate, site);
}
SIMT_INLINE bool vote_any(bool predicate, unsigned int mask, SIMT_SITE) {
  return __any_sync(mask, predicate, site) != 0;
}
SIMT_INLINE bool vote_all(bool predicate, unsigned int mask, SIMT_SITE) {
  return __all_sync(mask, predicate, site) != 0;
}
template <class T>
SIMT_INLINE unsigned int match_any(T value, unsigned int mask, SIMT_SITE) {
  return __match_any_sync(mask, value, site);
}
#define SIMT_REDUX(NAME)                                              \
  template <class T>                                                  \
  SIMT_INLINE T redux_##NAME(T value, unsigned int mask, SIMT_SITE) { \
    return __reduce_##NAME##_sync(mask, value, site);                 \
  }
SIMT_REDUX(add)
SIMT_REDUX(min)
SIMT_REDUX(max)
SIMT_REDUX(and)
SIMT_REDUX(or)
SIMT_REDUX(xor)
#undef SIMT_REDUX

// Special registers.
inline unsigned int thread() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
inline unsigned int warps() { return (blockDim.x * blockDim.y * blockDim.z + 31) / 32; }
inline unsigned int laneid() { return static_cast<unsigned int>(lane()); }
/// Blocks are on the multiprocessors in turn.
constexpr unsigned kMultiprocessors = 132;
inline unsigned int smid() {
  return (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % kMultiprocessors;
}
inline unsigned long long clock() { return static_cast<unsigned long long>(device_clock()); }

}  // namespace ptx
}  // namespace simt

// Addresses for PTX.
inline size_t __cvta_generic_to_shared(const void* pointer) {
  return ::simt::ptx::cvta_to_shared(reinterpret_cast<size_t>(pointer));
}
inline void* __cvta_shared_to_generic(size_t address) { return ::simt::ptx::shared(address); }
inline size_t __cvta_generic_to_global(const void* pointer) { return reinterpret_cast<size_t>(pointer); }
inline void* __cvta_global_to_generic(size_t address) { return ::simt::ptx::generic(address); }
inline unsigned int __isShared(const void* pointer) { return ::simt::is_in_shared_memory(pointer) ? 1 : 0; }
inline unsigned int __isGlobal(const void* pointer) { return ::simt::is_in_shared_memory(pointer) ? 0 : 1; }
