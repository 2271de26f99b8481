// What a lab's function is called with: numbers and arrays of any type.
#pragma once

#include <random>

#include "base/hash.hpp"
#include "model/course.hpp"

namespace mergelab::judge {

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += base::kSplitMixStep;
    return base::mix(state_);
  }
  /// Uniform in [0, bound), bound > 0; the bias of at most bound/2^64 does not matter here.
  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Product = unsigned __int128;
    return static_cast<std::uint64_t>((Product{next()} * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

/// From the system's random source.
[[nodiscard]] inline std::uint64_t fresh_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

/// A number of any element type, as wide as it can be.
template <class Type>
[[nodiscard]] Number as_number(Type number) {
  if constexpr (kIsReal<Type>)
    return static_cast<double>(number);
  else
    return static_cast<std::int64_t>(number);
}

/// The elements of an array, which copies share.
class Elements {
 public:
  Elements() = default;
  template <class Type>
  Elements(std::vector<Type> elements) {  // NOLINT(google-explicit-constructor): they are the same
    auto owner = std::make_shared<const std::vector<Type>>(std::move(elements));
    bytes_ = std::as_bytes(std::span(*owner));
    owner_ = std::move(owner);
  }

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
  operator std::span<const std::byte>() const { return bytes_; }  // NOLINT(google-explicit-constructor)
  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  /// Of the type that they were made of.
  template <class Type>
  [[nodiscard]] std::span<const Type> as() const {
    return {reinterpret_cast<const Type*>(bytes_.data()), bytes_.size() / sizeof(Type)};
  }

 private:
  std::shared_ptr<const void> owner_;
  std::span<const std::byte> bytes_;
};

/// What one call is given.
struct Inputs {
  std::map<std::string, Number> numbers{};  // by the argument's name
  /// By argument, in its element type, of value_t as int keys; empty of numbers, pure outputs and scratch
  /// memory.
  std::vector<Elements> arrays{};
  /// Of a function that runs on ranks: where each rank's part of its first array begins, and where it ends.
  std::vector<int> parts{};

  /// Of an integer; 0 of a name that is none.
  [[nodiscard]] std::int64_t number(std::string_view name) const;
  /// Of an array, by these numbers.
  [[nodiscard]] std::vector<std::int64_t> shape_of(const Argument& array) const;
  [[nodiscard]] std::int64_t elements_of(const Argument& array) const;
};

/// Of all arrays of a call, scratch memory too.
[[nodiscard]] std::int64_t elements_of_all(const Interface& interface, const Inputs& inputs);

/// The problems of a case of a lab without a kit: `spec.count`, each drawn anew. Throws std::out_of_range for
/// sizes that are.
[[nodiscard]] std::vector<Inputs> make_inputs(const Lab& lab, const CaseSpec& spec, std::uint64_t seed);

/// The seed of one case: public seed, family, case and, for hidden families, the instructor's secret.
[[nodiscard]] std::uint64_t case_seed(std::uint64_t seed, const Family& family, const CaseSpec& spec,
                                      std::string_view secret);

// Arrays of any type for the inputs of labs without a kit; model/terms.cpp says what each generator makes.

/// Both ends included.
[[nodiscard]] std::int64_t draw_integer(std::int64_t low, std::int64_t high, Random& random);
[[nodiscard]] double draw_real(const Number& low, const Number& high, Random& random);

/// The bytes of `count` elements. Throws std::invalid_argument for a generator of another name.
[[nodiscard]] std::vector<std::byte> make_array(const Given& given, const ElementType& type,
                                                std::size_t count, Random& random);

}  // namespace mergelab::judge
