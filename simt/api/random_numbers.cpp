// The arithmetic of random numbers: jumps of linear generators, Philox, and normal distributions.
#include <array>
#include <cmath>
#include <simt/random.hpp>

namespace simt::random {
namespace {

/// A linear map of XORWOW's 160 bits: the images of each.
using BitMatrix = std::array<Xorwow, 160>;

Xorwow image(const BitMatrix& matrix, const Xorwow& state) {
  Xorwow result = {};
  for (unsigned bit = 0; bit < matrix.size(); ++bit) {
    const unsigned mask = 0 - (state.x[bit / 32] >> bit % 32 & 1);
    for (unsigned word = 0; word < 5; ++word) result.x[word] ^= matrix[bit].x[word] & mask;
  }
  return result;
}

/// Of 2^k steps, for each k.
const std::array<BitMatrix, 67 + 64>& xorwow_powers() {
  static const auto& powers = *[] {
    auto* const made = new std::array<BitMatrix, 67 + 64>;
    for (unsigned bit = 0; bit < 160; ++bit) {
      curandStateXORWOW one = {};
      one.v.x[bit / 32] = 1U << bit % 32;
      curand(&one);
      made->front()[bit] = one.v;
    }
    for (std::size_t k = 1; k < made->size(); ++k) {
      const BitMatrix& half = (*made)[k - 1];
      for (unsigned bit = 0; bit < 160; ++bit) (*made)[k][bit] = image(half, half[bit]);
    }
    return made;
  }();
  return powers;
}

/// A linear map of three numbers modulo m.
struct Matrix {
  std::array<std::array<unsigned long long, 3>, 3> rows;

  [[nodiscard]] unsigned long long product(unsigned row, const unsigned long long (&v)[3],
                                           unsigned long long m) const {
    unsigned long long sum = 0;
    for (unsigned k = 0; k < 3; ++k) sum += rows[row][k] * v[k] % m;
    return sum % m;
  }
  [[nodiscard]] Matrix squared(unsigned long long m) const {
    Matrix result = {};
    for (unsigned column = 0; column < 3; ++column) {
      const unsigned long long v[] = {rows[0][column], rows[1][column], rows[2][column]};
      for (unsigned row = 0; row < 3; ++row) result.rows[row][column] = product(row, v, m);
    }
    return result;
  }
  void apply(unsigned (&state)[3], unsigned long long m) const {
    const unsigned long long v[] = {state[0], state[1], state[2]};
    for (unsigned row = 0; row < 3; ++row) state[row] = static_cast<unsigned>(product(row, v, m));
  }
};

constexpr unsigned long long kM1 = 4294967087, kM2 = 4294944443;

struct MrgPowers {
  std::array<Matrix, 127 + 64> a, b;

  MrgPowers() {
    a[0] = {{{{0, 1, 0}, {0, 0, 1}, {kM1 - 810728, 1403580, 0}}}};
    b[0] = {{{{0, 1, 0}, {0, 0, 1}, {kM2 - 1370589, 0, 527612}}}};
    for (std::size_t k = 1; k < a.size(); ++k) {
      a[k] = a[k - 1].squared(kM1);
      b[k] = b[k - 1].squared(kM2);
    }
  }
};

/// x with erfc(x) = p, for p in (0, 1]: Hastings' approximation, then Halley's method.
double erfc_inverse(double p) {
  const double t = std::sqrt(-2 * std::log(p / 2));
  double x = M_SQRT1_2 * (t - (2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481)));
  for (int i = 0; i < 3; ++i) {
    const double error = p > 0.5 ? (1 - p) - std::erf(x) : std::erfc(x) - p;
    x += error / (M_2_SQRTPI * std::exp(-x * x) - x * error);
  }
  return x;
}

}  // namespace

Xorwow skip(Xorwow state, unsigned long long steps, bool sequences) {
  for (unsigned k = sequences ? 67 : 0; steps != 0; ++k, steps >>= 1) {
    if ((steps & 1) != 0) state = image(xorwow_powers()[k], state);
  }
  return state;
}

Mrg skip(Mrg state, unsigned long long steps, int log_length) {
  static const auto& powers = *new MrgPowers;
  for (unsigned k = static_cast<unsigned>(log_length); steps != 0; ++k, steps >>= 1) {
    if ((steps & 1) == 0) continue;
    powers.a[k].apply(state.a, kM1);
    powers.b[k].apply(state.b, kM2);
  }
  return state;
}

uint4 philox(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xD2511F53ULL * counter.x, b = 0xCD9E8D57ULL * counter.z;
    counter = {static_cast<unsigned>(b >> 32) ^ counter.y ^ key.x, static_cast<unsigned>(b),
               static_cast<unsigned>(a >> 32) ^ counter.w ^ key.y, static_cast<unsigned>(a)};
    key = {key.x + 0x9E3779B9, key.y + 0xBB67AE85};
  }
  return counter;
}

float2 normal_pair(float u, float angle) {
  const float radius = std::sqrt(-2 * std::log(u));
  return {std::sin(angle) * radius, std::cos(angle) * radius};
}

double2 normal_pair(double u, double half_turns) {
  const double radius = std::sqrt(-2 * std::log(u));
  // The rest of quarter turns is exact.
  const double quarters = std::nearbyint(2 * half_turns);
  const double angle = M_PI * (half_turns - quarters / 2);
  const double sine = std::sin(angle) * radius, cosine = std::cos(angle) * radius;
  switch (static_cast<int>(quarters) % 4) {
    case 0:
      return {sine, cosine};
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

float2 normal_pair(unsigned int x, unsigned int y) {
  constexpr float kStep = 0x1p-32F * 6.2831855F;
  return normal_pair(uniform(x), static_cast<float>(y) * kStep + kStep / 2);
}

double normal_quantile(unsigned long long x, int bits) {
  const unsigned long long half = 1ULL << (bits - 1);
  if (x > half) return -normal_quantile(2 * half - 1 - x, bits);
  return -M_SQRT2 * erfc_inverse(2 * std::ldexp(static_cast<double>(x) + 0.5, -bits));
}

float normal_quantile(unsigned int x) {
  if (x > 0x80000000) return -normal_quantile(0xffffffff - x);
  return static_cast<float>(-M_SQRT2 * erfc_inverse(2 * uniform(x)));
}

}  // namespace simt::random
