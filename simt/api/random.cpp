// cuRAND's host API. A pseudorandom generator deals its numbers out to many sequences, as the library's
// threads do: one value of each in turn, or a pair of normals, or four of Philox's values.
#include <simt/random_api.hpp>

#include <sys/mman.h>
#include <boost/random/detail/sobol_table.hpp>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <new>
#include <set>
#include <simt/random.hpp>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "graphs.hpp"
#include "simt/check/report.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/device_memory.hpp"
#include "state.hpp"

// Not in an anonymous namespace: a handle's type has them.
namespace simt::api::random {

using Xorwow = curandStateXORWOW;
using Philox = curandStatePhilox4_32_10;
using Mrg = curandStateMRG32k3a;
using Sobol32 = curandStateSobol32;
using Sobol64 = curandStateSobol64;

/// The sequences of a pseudorandom generator; empty before it is used.
template <class S>
struct Dealer {
  std::vector<S> states;
  std::size_t next = 0;      // whose turn it is
  unsigned int element = 0;  // of Philox's four values
};

/// A quasirandom generator.
template <class S>
struct Dimensions {
  unsigned int count = 1;
};

template <class S>
constexpr unsigned int kGroup = std::is_same_v<S, Philox> ? 4 : 1;

}  // namespace simt::api::random

using namespace simt::api::random;

struct curandGenerator_st {
  bool on_device = false;
  bool is_legacy = false;
  cudaStream_t stream = nullptr;
  unsigned long long seed = 0, offset = 0;  // of the next number
  std::variant<Dealer<Xorwow>, Dealer<Philox>, Dealer<Mrg>, Dimensions<Sobol32>, Dimensions<Sobol64>> numbers;

  [[nodiscard]] bool is_quasi() const { return numbers.index() >= 3; }
  [[nodiscard]] bool is_64_bit() const { return numbers.index() == 4; }
  /// The sequences begin anew, at the offset.
  void restart() {
    const auto clear = [](auto& kind) {
      if constexpr (requires { kind.states; }) kind = {};
    };
    std::visit(clear, numbers);
  }
};

namespace {

simt::api::Handles<curandGenerator_st>& generators() {
  static auto& all = *new simt::api::Handles<curandGenerator_st>;
  return all;
}

/// Says once what there is not.
curandStatus_t lacks(const std::string& what, curandStatus_t status) {
  static auto& told = *new std::set<std::string>;
  if (told.insert(what).second)
    std::fprintf(stderr, "simt: error: the CPU engine's cuRAND has no %s\n", what.c_str());
  return status;
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool on_device) {
  SIMT_HOST_CALL;
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  curandGenerator_st made;
  made.on_device = on_device;
  switch (type) {
    case CURAND_RNG_PSEUDO_DEFAULT:
    case CURAND_RNG_PSEUDO_XORWOW:
      break;
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      made.numbers.emplace<Dealer<Philox>>();
      break;
    case CURAND_RNG_PSEUDO_MRG32K3A:
      made.numbers.emplace<Dealer<Mrg>>();
      break;
    case CURAND_RNG_QUASI_DEFAULT:
    case CURAND_RNG_QUASI_SOBOL32:
      made.numbers.emplace<Dimensions<Sobol32>>();
      break;
    case CURAND_RNG_QUASI_SOBOL64:
      made.numbers.emplace<Dimensions<Sobol64>>();
      break;
    case CURAND_RNG_PSEUDO_MTGP32:
      return lacks("generator CURAND_RNG_PSEUDO_MTGP32", CURAND_STATUS_TYPE_ERROR);
    case CURAND_RNG_PSEUDO_MT19937:
      return lacks("generator CURAND_RNG_PSEUDO_MT19937", CURAND_STATUS_TYPE_ERROR);
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
      return lacks("scrambled sequences of Sobol", CURAND_STATUS_TYPE_ERROR);
    default:
      return CURAND_STATUS_TYPE_ERROR;
  }
  simt::check::api_writes("curandCreateGenerator", generator, sizeof *generator);
  *generator = generators().make();
  if (*generator == nullptr) return CURAND_STATUS_ALLOCATION_FAILED;
  **generator = made;
  return CURAND_STATUS_SUCCESS;
}

bool is_generator(curandGenerator_t generator) {
  SIMT_HOST_CALL;
  return generators().has(generator);
}

/// The vectors of both sizes; memory for 20000 dimensions, as programs may expect.
template <class Word>
const Word (*direction_vectors())[sizeof(Word) * 8] {
  constexpr unsigned int kBits = sizeof(Word) * 8;
  using Table = boost::random::detail::qrng_tables::sobol;
  using Vectors = Word[kBits];
  static const Vectors* const all = [] {
    constexpr std::size_t kBytes = Table::max_dimension * sizeof(Vectors);
    void* const memory =
        mmap(nullptr, 20000 * sizeof(Vectors), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, kBytes, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    auto* const made = static_cast<Vectors*>(memory);
    for (unsigned int k = 0; k < kBits; ++k) made[0][k] = Word{1} << (kBits - 1 - k);
    for (unsigned int dimension = 1; dimension < Table::max_dimension; ++dimension) {
      const unsigned int polynomial = Table::polynomial(dimension - 1);
      const unsigned int degree = 31 - static_cast<unsigned int>(__builtin_clz(polynomial));
      Word* const v = made[dimension];
      for (unsigned int k = 0; k < kBits; ++k) {
        if (k < degree) {
          v[k] = Word{Table::minit(dimension - 1, k)} << (kBits - 1 - k);
          continue;
        }
        v[k] = v[k - degree] ^ v[k - degree] >> degree;
        for (unsigned int i = 1; i < degree; ++i) {
          if ((polynomial >> (degree - i) & 1) != 0) v[k] ^= v[k - i];
        }
      }
    }
    mprotect(memory, kBytes, PROT_READ);
    return made;
  }();
  return all;
}

enum class Distribution { Bits, Uniform, Normal, LogNormal };

template <class T>
struct Request {
  const char* call;
  Distribution distribution;
  T mean = 0, deviation = 1;
};

template <class T, class V>
unsigned int put(const V& from, T* to) {
  if constexpr (std::is_arithmetic_v<V>) {
    *to = static_cast<T>(from);
    return 1;
  } else {
    std::memcpy(to, &from, sizeof from);
    return sizeof from / sizeof *to;
  }
}

/// Takes values of a state, and returns how many.
template <class T, class S>
unsigned int draw(const Request<T>& request, S* state, T* values) {
  constexpr bool kFour = std::is_same_v<S, Philox>, kDouble = std::is_same_v<T, double>;
  if constexpr (!std::is_floating_point_v<T>) {
    if constexpr (kFour)
      return put(curand4(state), values);
    else
      return put(curand(state), values);
  } else if (request.distribution == Distribution::Uniform) {
    if constexpr (kFour && kDouble)
      return put(curand_uniform4_double(state), values);
    else if constexpr (kFour)
      return put(curand_uniform4(state), values);
    else if constexpr (kDouble)
      return put(curand_uniform_double(state), values);
    else
      return put(curand_uniform(state), values);
  } else {
    unsigned int count;
    if constexpr (simt::random::kIsSobol<S> && kDouble)
      count = put(curand_normal_double(state), values);
    else if constexpr (simt::random::kIsSobol<S>)
      count = put(curand_normal(state), values);
    else if constexpr (kFour && kDouble)
      count = put(curand_normal4_double(state), values);
    else if constexpr (kFour)
      count = put(curand_normal4(state), values);
    else if constexpr (kDouble)
      count = put(curand_normal2_double(state), values);
    else
      count = put(curand_normal2(state), values);
    for (unsigned int i = 0; i < count; ++i) {
      values[i] = request.mean + request.deviation * values[i];
      if (request.distribution == Distribution::LogNormal) values[i] = std::exp(values[i]);
    }
    return count;
  }
}

/// The sequences, after so many numbers of the generator.
template <class S>
void start(Dealer<S>& dealer, const curandGenerator_st& generator) {
  std::size_t sequences = 4096;
  if (std::is_same_v<S, Philox>) sequences = 65536;
  if (std::is_same_v<S, Mrg> && !generator.is_legacy) sequences = 81920;
  const unsigned long long groups = generator.offset / kGroup<S>;
  dealer.next = groups % sequences;
  dealer.element = generator.offset % kGroup<S>;
  S state;
  curand_init(generator.seed, 0, groups / sequences * kGroup<S>, &state);
  for (std::size_t i = 0; i < sequences; ++i) {
    dealer.states.push_back(state);
    if (i < dealer.next) skipahead(kGroup<S>, &dealer.states.back());
    if constexpr (std::is_same_v<S, Mrg>)
      skipahead_subsequence(1, &state);
    else
      skipahead_sequence(1, &state);
  }
}

template <class T, class S>
void write(curandGenerator_st& generator, Dealer<S>& dealer, const Request<T>& request, T* output,
           std::size_t count) {
  if (dealer.states.empty()) start(dealer, generator);
  generator.offset += count;
  while (count > 0) {
    S state = dealer.states[dealer.next];
    T values[4];
    const unsigned int group = draw(request, &state, values);
    for (; dealer.element < group && count > 0; --count) *output++ = values[dealer.element++];
    if (dealer.element < group) return;
    dealer.element = 0;
    dealer.states[dealer.next] = state;
    dealer.next = (dealer.next + 1) % dealer.states.size();
  }
}

template <class T, class S>
void write(curandGenerator_st& generator, const Dimensions<S>& dimensions, const Request<T>& request,
           T* output, std::size_t count) {
  const std::size_t length = count / dimensions.count;
  for (unsigned int dimension = 0; dimension < dimensions.count; ++dimension) {
    using Word = decltype(S::i);
    S state;
    curand_init(const_cast<Word*>(direction_vectors<Word>()[dimension]), static_cast<Word>(generator.offset),
                &state);
    for (std::size_t i = 0; i < length; ++i) draw(request, &state, output++);
  }
  generator.offset += length;
}

template <class T>
curandStatus_t generate(curandGenerator_t generator, T* output, std::size_t count, const Request<T>& request,
                        std::uintptr_t pc) {
  SIMT_HOST_CALL;
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (count == 0) return CURAND_STATUS_SUCCESS;
  if (std::is_integral_v<T> && generator->is_64_bit() != (sizeof(T) == 8)) return CURAND_STATUS_TYPE_ERROR;
  const bool is_normal = request.distribution >= Distribution::Normal;
  const auto unit = [&]<class S>(const S& numbers) -> std::size_t {
    if constexpr (requires { numbers.count; }) return numbers.count;
    return is_normal && !std::is_same_v<S, Dealer<Philox>> ? 2 : 1;
  };
  if (count % std::visit(unit, generator->numbers) != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  const auto fill = [=](void* memory) {
    std::visit([&](auto& numbers) { write(*generator, numbers, request, static_cast<T*>(memory), count); },
               generator->numbers);
  };
  const std::size_t bytes = count * sizeof(T);
  if (generator->on_device) {
    const cudaError_t error = simt::api::write_rows(request.call, simt::api::rows(output, bytes, bytes, 1),
                                                    {cudaGraphNodeTypeKernel, fill}, generator->stream, pc);
    return error == cudaSuccess                       ? CURAND_STATUS_SUCCESS
           : simt::core::lost_device() != cudaSuccess ? CURAND_STATUS_PREEXISTING_FAILURE
                                                      : CURAND_STATUS_LAUNCH_FAILURE;
  }
  const auto* allocation =
      simt::core::DeviceMemory::instance().find(reinterpret_cast<std::uintptr_t>(output));
  if (allocation != nullptr && allocation->kind == simt::MemoryKind::Device) {
    simt::Finding found = simt::check::call_finding(simt::Message::call_of_device_memory,
                                                    simt::Advice::copy_from_device, request.call, true);
    found.access.memory = simt::core::name_of(*allocation);
    simt::check::fail(found);
  }
  simt::check::api_writes(request.call, output, bytes);
  fill(output);
  return CURAND_STATUS_SUCCESS;
}

template <class Word>
curandStatus_t give_vectors(Word (**vectors)[sizeof(Word) * 8], curandDirectionVectorSet_t set,
                            curandDirectionVectorSet_t plain, curandDirectionVectorSet_t scrambled) {
  if (set == scrambled) return lacks("scrambled sequences of Sobol", CURAND_STATUS_OUT_OF_RANGE);
  if (set != plain || vectors == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *vectors = const_cast<Word(*)[sizeof(Word) * 8]>(direction_vectors<Word>());
  return CURAND_STATUS_SUCCESS;
}

}  // namespace

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, true);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, false);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  SIMT_HOST_CALL;
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  return generators().destroy(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}
curandStatus_t curandGetVersion(int* version) {
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->is_quasi()) return CURAND_STATUS_TYPE_ERROR;
  generator->seed = seed;
  generator->restart();
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  generator->offset = offset;
  generator->restart();
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t ordering) {
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  const bool is_pseudo = ordering == CURAND_ORDERING_PSEUDO_BEST ||
                         ordering == CURAND_ORDERING_PSEUDO_DEFAULT ||
                         ordering == CURAND_ORDERING_PSEUDO_LEGACY;
  if (!generator->is_quasi() && ordering == CURAND_ORDERING_PSEUDO_SEEDED)
    return lacks("ordering CURAND_ORDERING_PSEUDO_SEEDED", CURAND_STATUS_OUT_OF_RANGE);
  if (!generator->is_quasi() && ordering == CURAND_ORDERING_PSEUDO_DYNAMIC)
    return lacks("ordering CURAND_ORDERING_PSEUDO_DYNAMIC", CURAND_STATUS_OUT_OF_RANGE);
  if (generator->is_quasi() ? ordering != CURAND_ORDERING_QUASI_DEFAULT : !is_pseudo)
    return CURAND_STATUS_OUT_OF_RANGE;
  generator->is_legacy = ordering == CURAND_ORDERING_PSEUDO_LEGACY;
  generator->restart();
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int dimensions) {
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (!generator->is_quasi()) return CURAND_STATUS_TYPE_ERROR;
  if (dimensions == 0 || dimensions > 20000) return CURAND_STATUS_OUT_OF_RANGE;
  if (dimensions > boost::random::detail::qrng_tables::sobol::max_dimension)
    return lacks("sequences of Sobol in more than 3667 dimensions", CURAND_STATUS_OUT_OF_RANGE);
  const auto set = [&](auto& kind) {
    if constexpr (requires { kind.count; }) kind.count = dimensions;
  };
  std::visit(set, generator->numbers);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return is_generator(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, std::size_t count) {
  return generate(generator, output, count, {"curandGenerate", Distribution::Bits}, SIMT_CALLER);
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* output,
                                      std::size_t count) {
  return generate(generator, output, count, {"curandGenerateLongLong", Distribution::Bits}, SIMT_CALLER);
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, std::size_t count) {
  return generate(generator, output, count, {"curandGenerateUniform", Distribution::Uniform}, SIMT_CALLER);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, std::size_t count) {
  return generate(generator, output, count, {"curandGenerateUniformDouble", Distribution::Uniform},
                  SIMT_CALLER);
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, std::size_t count, float mean,
                                    float deviation) {
  return generate(generator, output, count, {"curandGenerateNormal", Distribution::Normal, mean, deviation},
                  SIMT_CALLER);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, std::size_t count,
                                          double mean, double deviation) {
  return generate(generator, output, count,
                  {"curandGenerateNormalDouble", Distribution::Normal, mean, deviation}, SIMT_CALLER);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, std::size_t count,
                                       float mean, float deviation) {
  return generate(generator, output, count,
                  {"curandGenerateLogNormal", Distribution::LogNormal, mean, deviation}, SIMT_CALLER);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, std::size_t count,
                                             double mean, double deviation) {
  return generate(generator, output, count,
                  {"curandGenerateLogNormalDouble", Distribution::LogNormal, mean, deviation}, SIMT_CALLER);
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t** vectors,
                                           curandDirectionVectorSet_t set) {
  return give_vectors(vectors, set, CURAND_DIRECTION_VECTORS_32_JOEKUO6,
                      CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6);
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t** vectors,
                                           curandDirectionVectorSet_t set) {
  return give_vectors(vectors, set, CURAND_DIRECTION_VECTORS_64_JOEKUO6,
                      CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6);
}
