// Random numbers with cuRAND's states and values, for kernels and for the engine's host API: XORWOW
// (Marsaglia, "Xorshift RNGs", 2003), Philox 4x32-10 (Salmon and others, "Parallel random numbers: as easy as
// 1, 2, 3", 2011), MRG32k3a (L'Ecuyer, 1999) and Sobol's sequences in Gray code. What needs no memory of the
// caller is in the engine: random_numbers.cpp.
#pragma once

#include <math.h>

#include <simt/inline.hpp>
#include <simt/vector_types.hpp>

namespace simt::random {

struct Xorwow {
  unsigned int x[5];
};
struct Mrg {
  unsigned int a[3], b[3];
};

/// The state after so many steps, times 2^67 for sequences.
Xorwow skip(Xorwow state, unsigned long long steps, bool sequences);
/// The same; the steps are multiplied by 2^`log_length`, which is 0, 67, 76 or 127.
Mrg skip(Mrg state, unsigned long long steps, int log_length);
uint4 philox(uint4 counter, uint2 key);

constexpr unsigned long long wide(unsigned int x) { return x; }

/// In (0, 1]: the middles of 2^32 intervals, and of 2^53.
constexpr float uniform(unsigned int x) { return float(x) * 0x1p-32F + 0x1p-33F; }
constexpr double uniform(unsigned int low, unsigned int high) {
  return double(low ^ wide(high) << 21) * 0x1p-53 + 0x1p-54;
}
constexpr double kMrgStep = 2.3283065498378288e-10;

/// Two independent normals, by Box and Muller's method, of two uniforms.
float2 normal_pair(float u, float angle);
double2 normal_pair(double u, double half_turns);
float2 normal_pair(unsigned int x, unsigned int y);
/// A normal by the inverse of the distribution, for the middle of the x-th interval of 2^bits.
double normal_quantile(unsigned long long x, int bits);
float normal_quantile(unsigned int x);

/// A kept second normal is one of these.
enum Extra : int { kNone, kNormal, kLogNormal };

template <class State>
constexpr bool kIsSobol = false;

}  // namespace simt::random

// Every byte of a state is a member that curand_init writes: programs copy states.
struct curandStateXORWOW {
  unsigned int d;
  simt::random::Xorwow v;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  int padding;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  simt::random::Mrg s;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  int padding;
  double boxmuller_extra_double;
};
struct curandStateSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
using curandState = curandStateXORWOW;
using curandState_t = curandStateXORWOW;
using curandStateXORWOW_t = curandStateXORWOW;
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;
using curandStateMRG32k3a_t = curandStateMRG32k3a;
using curandStateSobol32_t = curandStateSobol32;
using curandStateSobol64_t = curandStateSobol64;
using curandDirectionVectors32_t = unsigned int[32];
using curandDirectionVectors64_t = unsigned long long[64];

template <>
inline constexpr bool simt::random::kIsSobol<curandStateSobol32> = true;
template <>
inline constexpr bool simt::random::kIsSobol<curandStateSobol64> = true;

namespace simt::random {

template <class State>
SIMT_INLINE void forget_normals(State* state) {
  state->boxmuller_flag = state->boxmuller_flag_double = kNone;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}

/// Adds to the 64 bits of two words; returns whether they overflow.
SIMT_INLINE bool add(unsigned int& low, unsigned int& high, unsigned long long n) {
  const unsigned long long before = low | wide(high) << 32, sum = before + n;
  low = static_cast<unsigned int>(sum);
  high = static_cast<unsigned int>(sum >> 32);
  return sum < before;
}

/// Moves the counter on by `blocks` of four numbers.
SIMT_INLINE void move_on(curandStatePhilox4_32_10* state, unsigned long long blocks) {
  if (add(state->ctr.x, state->ctr.y, blocks)) add(state->ctr.z, state->ctr.w, 1);
  state->output = philox(state->ctr, state->key);
}

/// A number from 1 to 2^32 - 209.
SIMT_INLINE unsigned int next(curandStateMRG32k3a* state) {
  constexpr unsigned long long m1 = 4294967087, m2 = 4294944443;
  Mrg& s = state->s;
  const unsigned long long p = (1403580 * wide(s.a[1]) + 810728 * (m1 - s.a[0])) % m1;
  const unsigned long long q = (527612 * wide(s.b[2]) + 1370589 * (m2 - s.b[0])) % m2;
  s.a[0] = s.a[1];
  s.a[1] = s.a[2];
  s.a[2] = static_cast<unsigned int>(p);
  s.b[0] = s.b[1];
  s.b[1] = s.b[2];
  s.b[2] = static_cast<unsigned int>(q);
  return static_cast<unsigned int>(p > q ? p - q : p + m1 - q);
}

/// The first of the pair that `make` returns, and at the next call the second.
template <class T, class Function>
SIMT_INLINE T one_of_pair(int& flag, T& extra, Extra which, const Function& make) {
  if (flag == which) {
    flag = kNone;
    return extra;
  }
  const auto pair = make();
  flag = which;
  extra = pair.y;
  return pair.x;
}

}  // namespace simt::random

// XORWOW
SIMT_INLINE void skipahead(unsigned long long n, curandStateXORWOW* state) {
  state->v = simt::random::skip(state->v, n, false);
  state->d += 362437 * static_cast<unsigned int>(n);
}
SIMT_INLINE void skipahead_sequence(unsigned long long n, curandStateXORWOW* state) {
  state->v = simt::random::skip(state->v, n, true);
}
SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                             curandStateXORWOW* state) {
  const unsigned int low = (static_cast<unsigned int>(seed) ^ 0xaad26b49) * 1099087573;
  const unsigned int high = (static_cast<unsigned int>(seed >> 32) ^ 0xf7dcefdd) * 2591861531;
  state->d = 6615241 + high + low;
  state->v = {{123456789 + low, 362436069 ^ low, 521288629 + high, 88675123 ^ high, 5783321 + low}};
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
  simt::random::forget_normals(state);
  state->padding = 0;
}
SIMT_INLINE unsigned int curand(curandStateXORWOW* state) {
  unsigned int* const x = state->v.x;
  const unsigned int t = x[0] ^ x[0] >> 2, last = x[4];
  x[0] = x[1];
  x[1] = x[2];
  x[2] = x[3];
  x[3] = last;
  x[4] = last ^ last << 4 ^ t ^ t << 1;
  return x[4] + (state->d += 362437);
}

// Philox
SIMT_INLINE void skipahead(unsigned long long n, curandStatePhilox4_32_10* state) {
  state->STATE += n & 3;
  simt::random::move_on(state, n / 4 + state->STATE / 4);
  state->STATE %= 4;
}
SIMT_INLINE void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10* state) {
  simt::random::add(state->ctr.z, state->ctr.w, n);
  state->output = simt::random::philox(state->ctr, state->key);
}
SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                             curandStatePhilox4_32_10* state) {
  state->ctr = {0, 0, 0, 0};
  state->key = {static_cast<unsigned int>(seed), static_cast<unsigned int>(seed >> 32)};
  state->STATE = 0;
  simt::random::forget_normals(state);
  simt::random::add(state->ctr.z, state->ctr.w, sequence);
  skipahead(offset, state);
}
SIMT_INLINE unsigned int curand(curandStatePhilox4_32_10* state) {
  const unsigned int at = state->STATE;
  const uint4& output = state->output;
  const unsigned int result = at == 0 ? output.x : at == 1 ? output.y : at == 2 ? output.z : output.w;
  state->STATE = (at + 1) % 4;
  if (at == 3) simt::random::move_on(state, 1);
  return result;
}
SIMT_INLINE uint4 curand4(curandStatePhilox4_32_10* state) {
  const uint4 a = state->output;
  simt::random::move_on(state, 1);
  const uint4 b = state->output;
  switch (state->STATE) {
    case 0:
      return a;
    case 1:
      return {a.y, a.z, a.w, b.x};
    case 2:
      return {a.z, a.w, b.x, b.y};
    default:
      return {a.w, b.x, b.y, b.z};
  }
}

// MRG32k3a
SIMT_INLINE void skipahead(unsigned long long n, curandStateMRG32k3a* state) {
  state->s = simt::random::skip(state->s, n, 0);
}
SIMT_INLINE void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a* state) {
  state->s = simt::random::skip(state->s, n, 76);
}
SIMT_INLINE void skipahead_sequence(unsigned long long n, curandStateMRG32k3a* state) {
  state->s = simt::random::skip(state->s, n, 127);
}
SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                             curandStateMRG32k3a* state) {
  constexpr unsigned long long m1 = 4294967087, m2 = 4294944443;
  const unsigned long long low = static_cast<unsigned int>(seed) ^ 0x55555555U;
  const unsigned long long high = static_cast<unsigned int>(seed >> 32) ^ 0xAAAAAAAAU;
  const auto scaled = [&](unsigned long long by, unsigned long long m) {
    return static_cast<unsigned int>(seed == 0 ? 12345 : by * 12345 % m);
  };
  state->s = {{scaled(low, m1), scaled(high, m1), scaled(low, m1)},
              {scaled(high, m2), scaled(low, m2), scaled(high, m2)}};
  skipahead_subsequence(sequence, state);
  skipahead(offset, state);
  simt::random::forget_normals(state);
  state->padding = 0;
}
SIMT_INLINE unsigned int curand(curandStateMRG32k3a* state) {
  return static_cast<unsigned int>(double(simt::random::next(state)) * 1.000000048662);
}

// Sobol
template <class State>
requires(simt::random::kIsSobol<State>) SIMT_INLINE void skipahead(decltype(State::i) n, State* state) {
  state->i += n;
  auto gray = state->i ^ state->i >> 1;
  auto x = state->c;
  for (int k = 0; gray != 0; ++k, gray >>= 1) {
    if ((gray & 1) != 0) x ^= state->direction_vectors[k];
  }
  state->x = x;
}
template <class State>
requires(simt::random::kIsSobol<State>) SIMT_INLINE
    void curand_init(decltype(State::i)* direction_vectors, decltype(State::i) offset, State* state) {
  state->i = state->c = 0;
  for (unsigned int k = 0; k < sizeof(State::direction_vectors) / sizeof(State::i); ++k)
    state->direction_vectors[k] = direction_vectors[k];
  skipahead(offset, state);
}
template <class State>
requires(simt::random::kIsSobol<State>) SIMT_INLINE auto curand(State* state) {
  constexpr int kLast = int(sizeof(State::i)) * 8 - 1;
  const auto result = state->x;
  const auto i = state->i++;
  const int k = ~i == 0 ? kLast : __builtin_ctzll(~static_cast<unsigned long long>(i));
  state->x = result ^ state->direction_vectors[k];
  return result;
}

// Distributions
template <class State>
SIMT_INLINE float curand_uniform(State* state) {
  if constexpr (__is_same(State, curandStateMRG32k3a))
    return static_cast<float>(simt::random::next(state) * simt::random::kMrgStep);
  else
    return simt::random::uniform(
        static_cast<unsigned int>(curand(state) >> (sizeof(curand(state)) * 8 - 32)));
}
template <class State>
SIMT_INLINE double curand_uniform_double(State* state) {
  if constexpr (__is_same(State, curandStateMRG32k3a)) {
    return simt::random::next(state) * simt::random::kMrgStep;
  } else if constexpr (__is_same(State, curandStateXORWOW)) {
    const unsigned int low = curand(state);
    return simt::random::uniform(low, curand(state));
  } else if constexpr (__is_same(State, curandStateSobol64)) {
    return static_cast<double>(curand(state) >> 11) * 0x1p-53 + 0x1p-54;
  } else {
    return curand(state) * 0x1p-32 + 0x1p-32;
  }
}
SIMT_INLINE float4 curand_uniform4(curandStatePhilox4_32_10* state) {
  using simt::random::uniform;
  const uint4 x = curand4(state);
  return {uniform(x.x), uniform(x.y), uniform(x.z), uniform(x.w)};
}
SIMT_INLINE double2 curand_uniform2_double(curandStatePhilox4_32_10* state) {
  const uint4 x = curand4(state);
  return {simt::random::uniform(x.x, x.y), simt::random::uniform(x.z, x.w)};
}
SIMT_INLINE double4 curand_uniform4_double(curandStatePhilox4_32_10* state) {
  const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
  return {a.x, a.y, b.x, b.y};
}

template <class State>
SIMT_INLINE float2 curand_normal2(State* state) {
  if constexpr (__is_same(State, curandStateMRG32k3a)) {
    const float u = curand_uniform(state);
    return simt::random::normal_pair(u, curand_uniform(state) * 6.2831855F);
  } else {
    const unsigned int x = curand(state);
    return simt::random::normal_pair(x, curand(state));
  }
}
template <class State>
SIMT_INLINE double2 curand_normal2_double(State* state) {
  double u, v;
  if constexpr (__is_same(State, curandStatePhilox4_32_10)) {
    const double2 both = curand_uniform2_double(state);
    u = both.x, v = both.y;
  } else {
    u = curand_uniform_double(state);
    v = curand_uniform_double(state);
  }
  return simt::random::normal_pair(u, 2 * v);
}
SIMT_INLINE float4 curand_normal4(curandStatePhilox4_32_10* state) {
  const uint4 x = curand4(state);
  const float2 a = simt::random::normal_pair(x.x, x.y), b = simt::random::normal_pair(x.z, x.w);
  return {a.x, a.y, b.x, b.y};
}
SIMT_INLINE double4 curand_normal4_double(curandStatePhilox4_32_10* state) {
  const double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
  return {a.x, a.y, b.x, b.y};
}
template <class State>
SIMT_INLINE float curand_normal(State* state) {
  if constexpr (simt::random::kIsSobol<State>)
    return simt::random::normal_quantile(
        static_cast<unsigned int>(curand(state) >> (sizeof(State::i) * 8 - 32)));
  else
    return simt::random::one_of_pair(state->boxmuller_flag, state->boxmuller_extra, simt::random::kNormal,
                                     [=]() SIMT_INLINE_LAMBDA { return curand_normal2(state); });
}
template <class State>
SIMT_INLINE double curand_normal_double(State* state) {
  if constexpr (simt::random::kIsSobol<State>)
    return simt::random::normal_quantile(curand(state) >> (sizeof(State::i) == 8 ? 11 : 0),
                                         sizeof(State::i) == 8 ? 53 : 32);
  else
    return simt::random::one_of_pair(state->boxmuller_flag_double, state->boxmuller_extra_double,
                                     simt::random::kNormal,
                                     [=]() SIMT_INLINE_LAMBDA { return curand_normal2_double(state); });
}

template <class State>
SIMT_INLINE float2 curand_log_normal2(State* state, float mean, float deviation) {
  const float2 v = curand_normal2(state);
  return {expf(mean + deviation * v.x), expf(mean + deviation * v.y)};
}
template <class State>
SIMT_INLINE double2 curand_log_normal2_double(State* state, double mean, double deviation) {
  const double2 v = curand_normal2_double(state);
  return {exp(mean + deviation * v.x), exp(mean + deviation * v.y)};
}
SIMT_INLINE float4 curand_log_normal4(curandStatePhilox4_32_10* state, float mean, float deviation) {
  const float4 v = curand_normal4(state);
  return {expf(mean + deviation * v.x), expf(mean + deviation * v.y), expf(mean + deviation * v.z),
          expf(mean + deviation * v.w)};
}
SIMT_INLINE double4 curand_log_normal4_double(curandStatePhilox4_32_10* state, double mean,
                                              double deviation) {
  const double2 a = curand_log_normal2_double(state, mean, deviation);
  const double2 b = curand_log_normal2_double(state, mean, deviation);
  return {a.x, a.y, b.x, b.y};
}
template <class State>
SIMT_INLINE float curand_log_normal(State* state, float mean, float deviation) {
  if constexpr (simt::random::kIsSobol<State>)
    return expf(mean + deviation * curand_normal(state));
  else
    return simt::random::one_of_pair(
        state->boxmuller_flag, state->boxmuller_extra, simt::random::kLogNormal,
        [=]() SIMT_INLINE_LAMBDA { return curand_log_normal2(state, mean, deviation); });
}
template <class State>
SIMT_INLINE double curand_log_normal_double(State* state, double mean, double deviation) {
  if constexpr (simt::random::kIsSobol<State>)
    return exp(mean + deviation * curand_normal_double(state));
  else
    return simt::random::one_of_pair(
        state->boxmuller_flag_double, state->boxmuller_extra_double, simt::random::kLogNormal,
        [=]() SIMT_INLINE_LAMBDA { return curand_log_normal2_double(state, mean, deviation); });
}
