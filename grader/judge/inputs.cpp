#include "judge/inputs.hpp"

#include "model/npy.hpp"

namespace mergelab::judge {
namespace {

std::int64_t whole(const Number& number) {
  return std::visit([](auto value) { return static_cast<std::int64_t>(value); }, number);
}

Number number_of(const Given& given, const Argument& argument, const Inputs& before, Random& random) {
  if (given.generator == "size")
    return given.size.evaluate([&](std::string_view name) { return before.number(name); });
  if (given.generator == "number") return given.values.at(0);
  if (element_type_named(argument.type).kind == ElementType::Kind::real)
    return draw_real(given.low, given.high, random);
  return draw_integer(whole(given.low), whole(given.high), random);
}

Inputs make_one(const Lab& lab, const CaseSpec& spec, Random& random) {
  Inputs inputs;
  for (const auto& [name, value] : lab.constants) inputs.numbers[name] = value;
  for (const Argument& argument : lab.interface.arguments) {
    if (!argument.is_array())
      inputs.numbers[argument.name] = number_of(spec.arguments.at(argument.name), argument, inputs, random);
  }
  for (const Argument& argument : lab.interface.arguments) {
    Elements& array = inputs.arrays.emplace_back();
    if (!argument.is_input()) continue;
    const std::int64_t elements = inputs.elements_of(argument);
    std::vector<std::vector<std::byte>> columns;
    for (const Argument& column : columns_of(argument)) {
      const ElementType& type = element_type_named(column.type);
      columns.push_back(
          make_array(spec.arguments.at(column.name), type, static_cast<std::size_t>(elements), random));
      if (columns.back().size() != static_cast<std::size_t>(elements) * type.bytes)
        throw std::runtime_error("the file of " + column.name + " has changed while it was used");
    }
    array = of_columns(argument, std::move(columns));
  }
  return inputs;
}

double as_double(const Number& number) {
  return std::visit([](auto value) { return static_cast<double>(value); }, number);
}
std::int64_t as_integer(const Number& number) {
  return std::visit([](auto value) { return static_cast<std::int64_t>(value); }, number);
}

/// As many values as `count`, each by `next(index)`.
template <class Type, class Next>
std::vector<Type> values(std::size_t count, Next next) {
  std::vector<Type> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = static_cast<Type>(next(i));
  return all;
}

template <class Type>
std::vector<Type> uniform(const Given& given, std::size_t count, Random& random) {
  if constexpr (kIsReal<Type>) {
    return values<Type>(count, [&](std::size_t) { return draw_real(given.low, given.high, random); });
  } else {
    const std::int64_t low = as_integer(given.low), high = as_integer(given.high);
    if (low > high)  // all values of the type
      return values<Type>(count, [&](std::size_t) { return static_cast<Type>(random.next()); });
    return values<Type>(count, [&](std::size_t) { return draw_integer(low, high, random); });
  }
}

template <class Type>
Type power(Random& random) {
  constexpr int kMostExponent = 10;
  if constexpr (kIsReal<Type>) {
    const int exponent = static_cast<int>(random.below(2 * kMostExponent + 1)) - kMostExponent;
    return static_cast<Type>(std::ldexp(random.below(2) == 0 ? 1.0 : -1.0, exponent));
  } else {
    return static_cast<Type>(std::uint64_t{1} << random.below(std::numeric_limits<Type>::digits));
  }
}

template <class Type>
Type special(Random& random) {
  using Limits = std::numeric_limits<Type>;
  if constexpr (kIsReal<Type>) {
    const Type kSpecial[] = {Limits::quiet_NaN(),
                             Limits::infinity(),
                             static_cast<Type>(-Limits::infinity()),
                             Type(0),
                             static_cast<Type>(-0.0),
                             Limits::max(),
                             Limits::lowest(),
                             Limits::min(),
                             Limits::denorm_min()};
    constexpr std::size_t kCount = std::size(kSpecial);
    const std::uint64_t drawn = random.below(2 * kCount);
    return drawn < kCount ? kSpecial[drawn] : static_cast<Type>(draw_real(-1.0, 1.0, random));
  } else {
    constexpr Type kSpecial[] = {
        Limits::min(),         static_cast<Type>(Limits::min() + 1), Type{0},      Type{1},
        static_cast<Type>(-1), static_cast<Type>(Limits::max() - 1), Limits::max()};
    return kSpecial[random.below(std::size(kSpecial))];
  }
}

template <class Type>
std::vector<Type> permutation(std::size_t count, Random& random) {
  std::vector<Type> all = values<Type>(count, [](std::size_t i) { return i; });
  for (std::size_t left = count; left > 1; --left) std::swap(all[left - 1], all[random.below(left)]);
  return all;
}

template <class Type>
std::vector<Type> made(const Given& given, std::size_t count, Random& random) {
  const std::string& name = given.generator;
  if (name == "uniform") return uniform<Type>(given, count, random);
  if (name == "sorted" || name == "reversed") {
    std::vector<Type> all = uniform<Type>(given, count, random);
    std::ranges::sort(all);
    if (name == "reversed") std::ranges::reverse(all);
    return all;
  }
  if (name == "integers") {
    const std::int64_t low = as_integer(given.low), high = as_integer(given.high);
    return values<Type>(count, [&](std::size_t) { return draw_integer(low, high, random); });
  }
  if (name == "zeros") return std::vector<Type>(count);
  if (name == "ones") return std::vector<Type>(count, Type{1});
  if (name == "index") return values<Type>(count, [](std::size_t i) { return i; });
  if (name == "powers") return values<Type>(count, [&](std::size_t) { return power<Type>(random); });
  if (name == "special") return values<Type>(count, [&](std::size_t) { return special<Type>(random); });
  if (name == "permutation") return permutation<Type>(count, random);
  if (name == "few")
    return values<Type>(
        count, [&](std::size_t) { return random.below(static_cast<std::uint64_t>(given.distinct)); });
  if (name == "literal") {
    return values<Type>(count, [&](std::size_t i) {
      return std::visit([](auto value) { return static_cast<Type>(value); }, given.values.at(i));
    });
  }
  throw std::invalid_argument("no generator is named '" + name + "'");
}

template <class Type>
std::vector<std::byte> bytes_of(const std::vector<Type>& elements) {
  std::vector<std::byte> bytes(elements.size() * sizeof(Type));
  if (!bytes.empty()) std::memcpy(bytes.data(), elements.data(), bytes.size());
  return bytes;
}

}  // namespace

std::int64_t Inputs::number(std::string_view name) const {
  const auto found = numbers.find(std::string(name));
  return found == numbers.end() ? 0 : whole(found->second);
}

std::vector<std::int64_t> Inputs::shape_of(const Argument& array) const {
  return mergelab::shape_of(array, [this](std::string_view name) { return number(name); });
}
std::int64_t Inputs::elements_of(const Argument& array) const {
  return mergelab::elements_of(array, [this](std::string_view name) { return number(name); });
}

std::int64_t elements_of_all(const Interface& interface, const Inputs& inputs) {
  std::int64_t sum = 0;
  for (const Argument& argument : interface.arguments) {
    if (argument.is_array()) sum += inputs.elements_of(argument);
  }
  return sum;
}

std::vector<Inputs> make_inputs(const Lab& lab, const CaseSpec& spec, std::uint64_t seed) {
  Random random(seed);
  std::vector<Inputs> all;
  for (int i = 0; i < spec.count; ++i) all.push_back(make_one(lab, spec, random));
  return all;
}

std::uint64_t case_seed(std::uint64_t seed, const Family& family, const CaseSpec& spec,
                        std::string_view secret) {
  std::uint64_t hash = base::hash_text(seed ^ base::kHashOfNothing, family.name);
  hash = base::hash_text(hash, spec.name) ^ spec.seed.value_or(family.seed);
  return family.hidden ? base::hash_text(hash, secret) : hash;
}

std::int64_t draw_integer(std::int64_t low, std::int64_t high, Random& random) {
  const std::uint64_t count = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) +
                                   (count == 0 ? random.next() : random.below(count)));
}

double draw_real(const Number& low, const Number& high, Random& random) {
  constexpr int kBits = 53;
  const double share = std::ldexp(static_cast<double>(random.next() >> (64 - kBits)), -kBits);
  return as_double(low) + share * (as_double(high) - as_double(low));
}

std::vector<std::byte> make_array(const Given& given, const ElementType& type, std::size_t count,
                                  Random& random) {
  if (given.generator == "file") return read_npy(given.file, type).bytes;
  return with_type(type, [&](auto zero) { return bytes_of(made<decltype(zero)>(given, count, random)); });
}

}  // namespace mergelab::judge
