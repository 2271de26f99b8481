#include "judge/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/hash.hpp"
#include "judge/any_lab/generators.hpp"

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
    const std::int64_t elements =
        elements_of(argument, [&](std::string_view name) { return inputs.number(name); });
    const ElementType& type = element_type_named(argument.type);
    array = make_array(spec.arguments.at(argument.name), type, static_cast<std::size_t>(elements), random);
    if (array.bytes().size() != static_cast<std::size_t>(elements) * type.bytes)
      throw std::runtime_error("the file of " + argument.name + " has changed while it was used");
  }
  return inputs;
}

}  // namespace

std::int64_t Inputs::number(std::string_view name) const {
  const auto found = numbers.find(std::string(name));
  return found == numbers.end() ? 0 : whole(found->second);
}

std::int64_t elements_of_all(const Interface& interface, const Inputs& inputs) {
  std::int64_t sum = 0;
  for (const Argument& argument : interface.arguments) {
    if (argument.is_array())
      sum += elements_of(argument, [&](std::string_view name) { return inputs.number(name); });
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

}  // namespace mergelab::judge
