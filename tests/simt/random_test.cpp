// Random numbers are those of NVIDIA's cuRAND 10.4: its device functions, compiled for a processor, and its
// host generators have given the numbers below.
#include <cmath>
#include <simt/random.hpp>
#include <simt/random_api.hpp>

#include "support/test.hpp"

namespace {

/// Of five numbers, one after a jump, and one of another sequence.
template <class S>
unsigned int some_numbers(unsigned long long seed, unsigned long long sequence, unsigned long long offset) {
  S state;
  curand_init(seed, sequence, offset, &state);
  unsigned int hash = 0;
  for (int i = 0; i < 5; ++i) hash = hash * 1000003U ^ curand(&state);
  skipahead(1000003ULL, &state);
  hash = hash * 1000003U ^ curand(&state);
  skipahead_sequence(7ULL, &state);
  return hash * 1000003U ^ curand(&state);
}

TEST(Random, states_give_the_numbers_of_curand) {
  const struct {
    unsigned long long seed, sequence, offset;
    unsigned int xorwow, philox, mrg;
  } rows[] = {
      {0x0, 0x0, 0x0, 0xffea94a0, 0x16389b96, 0x797e05f5},
      {0x4d2, 0x1, 0x0, 0xf4c9432a, 0x377d555e, 0xb4510c21},
      {0x4d2, 0x1869f, 0x3, 0x44a97fd3, 0x877ca327, 0x8463b259},
      {0xdeadbeefcafebabe, 0x10000000007, 0x200000003, 0x24f46a78, 0x8aae4031, 0xc5d7f6b1},
      {0xffffffffffffffff, 0x1001, 0x7fffffffffffffff, 0x11853c24, 0xe6d63bf8, 0x18e7a614},
      {0x100000000, 0x10000, 0x2, 0xd8485e2d, 0xf6cfb9ff, 0x93ed9bff},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.offset);
    EXPECT_EQ(some_numbers<curandStateXORWOW>(row.seed, row.sequence, row.offset), row.xorwow);
    EXPECT_EQ(some_numbers<curandStatePhilox4_32_10>(row.seed, row.sequence, row.offset), row.philox);
    EXPECT_EQ(some_numbers<curandStateMRG32k3a>(row.seed, row.sequence, row.offset), row.mrg);
  }
}

struct Distributed {
  float uniform;
  double uniform_double;
  float normals[2];
  double normal_double;
  float log_normal;
  double log_normal_double;
};

template <class S>
void distributes(const Distributed& expected) {
  S state;
  curand_init(1234ULL, 5ULL, 6ULL, &state);
  EXPECT_EQ(curand_uniform(&state), expected.uniform);
  EXPECT_EQ(curand_uniform_double(&state), expected.uniform_double);
  for (const float normal : expected.normals) EXPECT_FLOAT_EQ(curand_normal(&state), normal);
  EXPECT_DOUBLE_EQ(curand_normal_double(&state), expected.normal_double);
  EXPECT_FLOAT_EQ(curand_log_normal(&state, .5F, .25F), expected.log_normal);
  EXPECT_DOUBLE_EQ(curand_log_normal_double(&state, .5, .25), expected.log_normal_double);
}

TEST(Random, distributions_are_those_of_curand) {
  distributes<curandStateXORWOW>({0x1.6066b4p-1F,
                                  0x1.b0aeeed804274p-1,
                                  {2.13863754F, -0.313043892F},
                                  -0.73549862331711346,
                                  1.65703154F,
                                  1.7276182842947412});
  distributes<curandStatePhilox4_32_10>({0x1.93b9cap-3F,
                                         0x1.cb098cccp-2,
                                         {-1.60174739F, 1.10226679F},
                                         0.61854611773733903,
                                         2.06972957F,
                                         2.0158041104266302});
  distributes<curandStateMRG32k3a>({0x1.7591c2p-2F,
                                    0x1.ed3f93a6b0e79p-2,
                                    {1.76777136F, 1.14105368F},
                                    -1.3894197462679023,
                                    1.42712379F,
                                    2.4749067172299544});
}

TEST(Random, four_values_of_philox_are_the_next_four) {
  for (unsigned int taken = 0; taken < 4; ++taken) {
    curandStatePhilox4_32_10 one, four;
    curand_init(7ULL, 3ULL, taken, &one);
    curand_init(7ULL, 3ULL, taken, &four);
    for (int i = 0; i < 3; ++i) {
      const uint4 values = curand4(&four);
      for (const unsigned int value : {values.x, values.y, values.z, values.w})
        EXPECT_EQ(value, curand(&one));
    }
  }
}

template <class T>
unsigned int hash_of(const std::vector<T>& numbers) {
  std::vector<unsigned int> words(numbers.size() * sizeof(T) / 4);
  std::memcpy(words.data(), numbers.data(), words.size() * 4);
  unsigned int hash = 0;
  for (const unsigned int word : words) hash = hash * 1000003U ^ word;
  return hash;
}

curandGenerator_t generator_of(curandRngType type) {
  curandGenerator_t generator = nullptr;
  EXPECT_EQ(curandCreateGeneratorHost(&generator, type), CURAND_STATUS_SUCCESS);
  return generator;
}

TEST(Random, arrays_have_the_order_of_curand) {
  const struct {
    curandRngType type;
    bool is_legacy;
    unsigned int bits, uniform_double, uniform;
    float normal;
    double log_normal_double;
  } rows[] = {
      {CURAND_RNG_PSEUDO_XORWOW, false, 0xb7585728, 0x16474f1a, 0xb28cac5a, -2.17293191F, 1.6119663867133862},
      {CURAND_RNG_PSEUDO_MRG32K3A, false, 0xb8067a8c, 0xf5569a1a, 0xd69e3c09, 0.125708699F,
       0.90215523777858708},
      {CURAND_RNG_PSEUDO_MRG32K3A, true, 0x5de31457, 0x974eeb17, 0xae476031, -0.78066206F,
       1.7012693518953523},
      {CURAND_RNG_PSEUDO_PHILOX4_32_10, false, 0xca4e3f85, 0xde19fa92, 0x9e2fd866, -1.29037261F,
       1.2127643953171994},
      {CURAND_RNG_QUASI_SOBOL32, false, 0x87080000, 0x2250a794, 0x816a8c66, 1.94270194F, 1.2889439982430833},
      {CURAND_RNG_QUASI_SOBOL64, false, 0x53d80000, 0xddc85b0f, 0x816a8c66, 1.94270194F, 1.2889439980903863},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.type);
    const curandGenerator_t generator = generator_of(row.type);
    if (row.is_legacy) curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_LEGACY);
    curandSetPseudoRandomGeneratorSeed(generator, 1234);
    curandSetQuasiRandomGeneratorDimensions(generator, 77);
    curandSetGeneratorOffset(generator, 10001);
    constexpr std::size_t kCount = 77 * 3900;
    std::vector<unsigned int> bits(kCount);
    std::vector<unsigned long long> long_bits(kCount);
    std::vector<float> floats(kCount);
    std::vector<double> doubles(kCount);
    if (row.type == CURAND_RNG_QUASI_SOBOL64) {
      curandGenerateLongLong(generator, long_bits.data(), kCount);
      EXPECT_EQ(hash_of(long_bits), row.bits);
    } else {
      curandGenerate(generator, bits.data(), kCount);
      EXPECT_EQ(hash_of(bits), row.bits);
    }
    curandGenerateUniformDouble(generator, doubles.data(), kCount);
    EXPECT_EQ(hash_of(doubles), row.uniform_double);
    curandGenerateUniform(generator, floats.data(), kCount);
    EXPECT_EQ(hash_of(floats), row.uniform);
    curandGenerateNormal(generator, floats.data(), kCount, 1, 2);
    EXPECT_FLOAT_EQ(floats.back(), row.normal);
    curandGenerateLogNormalDouble(generator, doubles.data(), kCount, .5, .25);
    EXPECT_DOUBLE_EQ(doubles.back(), row.log_normal_double);
    curandDestroyGenerator(generator);
  }
}

TEST(Random, calls_fail_as_those_of_curand) {
  curandGenerator_t none = nullptr;
  unsigned int bits[8];
  unsigned long long long_bits[8];
  float floats[8];
  EXPECT_EQ(curandCreateGeneratorHost(nullptr, CURAND_RNG_PSEUDO_XORWOW), CURAND_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(curandCreateGeneratorHost(&none, static_cast<curandRngType>(99)), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandGenerate(none, bits, 8), CURAND_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(curandDestroyGenerator(none), CURAND_STATUS_NOT_INITIALIZED);

  const curandGenerator_t xorwow = generator_of(CURAND_RNG_PSEUDO_DEFAULT);
  EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(xorwow, 2), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandSetGeneratorOrdering(xorwow, CURAND_ORDERING_QUASI_DEFAULT), CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandGenerateNormal(xorwow, floats, 3, 0, 1), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  EXPECT_EQ(curandGenerateLongLong(xorwow, long_bits, 2), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandGenerateLongLong(xorwow, long_bits, 0), CURAND_STATUS_SUCCESS);

  const curandGenerator_t philox = generator_of(CURAND_RNG_PSEUDO_PHILOX4_32_10);
  EXPECT_EQ(curandGenerateNormal(philox, floats, 3, 0, 1), CURAND_STATUS_SUCCESS);

  const curandGenerator_t sobol = generator_of(CURAND_RNG_QUASI_SOBOL64);
  EXPECT_EQ(curandSetPseudoRandomGeneratorSeed(sobol, 1), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(sobol, 0), CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(sobol, 20001), CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(sobol, 3), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGenerateUniform(sobol, floats, 4), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  EXPECT_EQ(curandGenerate(sobol, bits, 3), CURAND_STATUS_TYPE_ERROR);
  curandDirectionVectors32_t* vectors = nullptr;
  EXPECT_EQ(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_64_JOEKUO6),
            CURAND_STATUS_OUT_OF_RANGE);
  for (const curandGenerator_t generator : {xorwow, philox, sobol})
    EXPECT_EQ(curandDestroyGenerator(generator), CURAND_STATUS_SUCCESS);
}

TEST(Random, what_there_is_not_is_told_once) {
  testing::internal::CaptureStderr();
  curandGenerator_t none = nullptr;
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(curandCreateGenerator(&none, CURAND_RNG_PSEUDO_MTGP32), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "simt: error: the CPU engine's cuRAND has no generator CURAND_RNG_PSEUDO_MTGP32\n");
}

}  // namespace
