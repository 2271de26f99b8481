#include "course/cases_file.hpp"

#include <fmt/ranges.h>

#include <bit>
#include <charconv>
#include <cstdlib>
#include <set>

#include "base/did_you_mean.hpp"
#include "base/hash.hpp"
#include "course/files.hpp"
#include "course/interface_file.hpp"
#include "model/npy.hpp"

namespace mergelab::course {
namespace {

using Role = Argument::Role;
using Arguments = std::map<std::string, Given>;

constexpr std::int64_t kMostCount = 100'000;
constexpr std::int64_t kMostExactly = std::int64_t{1} << 53;

bool is_real(const Argument& argument) {
  return element_type_named(argument.type).kind == ElementType::Kind::real;
}

Number read_number(const JsonValue& value) {
  if (value.is_integer()) return value.integer(-kMostExactly, kMostExactly);
  return value.number();
}

double as_double(const Number& number) {
  return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

/// Whether an element or argument of the type can be this number: of real types, as near as they come to it,
/// but not infinity.
bool can_be(const Argument& argument, const Number& number) {
  return with_type(element_type_named(argument.type), [&](auto zero) {
    using Type = decltype(zero);
    if constexpr (kIsReal<Type>) {
      return std::abs(as_double(number)) <= static_cast<double>(std::numeric_limits<Type>::max());
    } else {
      const auto* const integer = std::get_if<std::int64_t>(&number);
      return integer != nullptr && std::in_range<Type>(*integer);
    }
  });
}

/// Whether the type has all whole numbers from 0 to this one.
bool can_count_to(const Argument& argument, std::int64_t most) {
  return can_be(argument, most) && with_type(element_type_named(argument.type), [&](auto zero) {
           return std::cmp_less_equal(
               std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(most - 1, 0))),
               std::numeric_limits<decltype(zero)>::digits);
         });
}

Number read_value(const JsonValue& value, const Argument& argument) {
  Number number = read_number(value);
  if (!can_be(argument, number)) value.fail(fmt::format("{} can't have this value", argument.type));
  return number;
}

/// Throws Error for a word that is no number of the type.
Number typed_number(const std::string& word, const Argument& argument) {
  Number number;
  std::int64_t integer = 0;
  const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), integer);
  bool good = failed == std::errc() && end == word.data() + word.size();
  if (good) {
    number = integer;
  } else if (is_real(argument)) {
    char* rest = nullptr;
    number = std::strtod(word.c_str(), &rest);
    good = !word.empty() && *rest == '\0';
  }
  if (good && can_be(argument, number)) return number;
  throw DataError(fmt::format("{}: '{}' is not a number of type {}{}", argument.name, printable(word),
                              argument.type, argument.is_array() ? ", and not the name of a .npy file" : ""));
}

void read_range(const JsonValue& object, const Argument& argument, Given& given) {
  if (!object.has("low") && !object.has("high")) return;
  given.low = read_value(object.at("low"), argument);
  given.high = read_value(object.at("high"), argument);
  if (as_double(given.low) > as_double(given.high)) object.at("high").fail("expected no less than \"low\"");
}

/// Of an array whose values are drawn: those that are usual for its type.
void set_usual_range(const Argument& argument, Given& given) {
  if (is_real(argument)) {
    given.low = -1.0;
    given.high = 1.0;
  } else {  // all values of the type
    given.low = std::int64_t{0};
    given.high = std::int64_t{-1};
  }
}

/// Sizes may name constants, and numbers that stand before them.
Given read_given_number(const JsonValue& value, const Argument& argument, const Lab& lab) {
  Given given;
  if (value.is_object()) {
    value.allow_keys({"generator", "low", "high"});
    given.generator = value.at("generator").one_of({"uniform"});
    given.low = read_value(value.at("low"), argument);
    read_range(value, argument, given);
  } else if (is_real(argument) || (value.is_integer() && argument.role == Role::parameter)) {
    given.generator = "number";
    given.values = {read_value(value, argument)};
  } else {
    if (!value.is_text() && !value.is_integer())
      value.fail(
          "expected an integer, a formula such as \"2*n+1\", or {\"generator\": \"uniform\", \"low\": 1, "
          "\"high\": 100}");
    Lab before = lab;
    std::vector<Argument>& arguments = before.interface.arguments;
    arguments.erase(
        std::ranges::find_if(arguments, [&](const Argument& one) { return one.name == argument.name; }),
        arguments.end());
    given.generator = "size";
    given.size = read_formula(value, before);
  }
  return given;
}

void set_file(const std::filesystem::path& file, const Argument& argument, Given& given) {
  const NpyArray array = read_npy(file, element_type_named(argument.type));
  given.generator = "file";
  given.file = std::filesystem::absolute(file).lexically_normal();
  given.shape = array.shape;
  given.digest = base::hash_text(base::kHashOfNothing,
                                 {reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size()});
}

/// {"generator": "file", "file": "image.npy"}
void read_file_of(const JsonValue& value, const Argument& argument, const std::filesystem::path& folder,
                  Given& given) {
  try {
    set_file(folder / value.at("file").text(), argument, given);
  } catch (const DataError& error) {
    value.at("file").fail(error.what());
  }
}

Given read_array(const JsonValue& value, const Argument& argument, const std::filesystem::path& folder) {
  Given given;
  const std::vector<std::string> names = names_of(array_generators());
  if (value.is_text()) {
    given.generator = value.one_of(names);
  } else if (value.is_list()) {
    given.generator = "literal";
    for (const JsonValue& element : value.elements()) given.values.push_back(read_value(element, argument));
  } else {
    if (!value.is_object())
      value.fail(
          "expected a generator, such as \"ones\" or {\"generator\": \"uniform\", \"low\": 1, \"high\": 9}, "
          "or a list of elements");
    value.allow_keys({"generator", "low", "high", "distinct", "file"});
    given.generator = value.at("generator").one_of(names);
    if (value.has("file") && given.generator != "file")
      value.at("file").fail("only \"generator\": \"file\" has one");
    if (given.generator == "file") read_file_of(value, argument, folder, given);
  }
  if (given.generator == "literal" && !value.is_list()) value.fail("expected a list of the elements instead");
  const bool has_range = given.generator == "uniform" || given.generator == "integers" ||
                         given.generator == "sorted" || given.generator == "reversed";
  if (given.generator == "integers") {
    given.low = std::int64_t{0};
    given.high = std::int64_t{9};
  } else if (has_range) {
    set_usual_range(argument, given);
  }
  if (value.is_text() || value.is_list()) {
    if (given.generator == "few") value.fail("expected {\"generator\": \"few\", \"distinct\": 3}");
    if (given.generator == "file") value.fail("expected {\"generator\": \"file\", \"file\": \"NAME.npy\"}");
    return given;
  }
  for (const char* key : {"low", "high"}) {
    if (value.has(key) && !has_range) value.at(key).fail(fmt::format("\"{}\" has no range", given.generator));
  }
  if (has_range) read_range(value, argument, given);
  if (given.generator == "few") {
    given.distinct = value.at("distinct").integer(1, kLargestSize);
    if (!can_count_to(argument, given.distinct - 1))
      value.at("distinct").fail(fmt::format("{} has fewer values", argument.type));
  }
  return given;
}

/// What a case has a generator for: numbers, and columns of inputs.
std::vector<Argument> given_in_cases(const Lab& lab) {
  std::vector<Argument> all;
  for (const Argument& argument : lab.interface.arguments) {
    if (argument.is_array() && !argument.is_input()) continue;
    for (Argument& column : columns_of(argument)) all.push_back(std::move(column));
  }
  return all;
}

void read_arguments(const JsonValue& object, const Lab& lab, const std::filesystem::path& folder,
                    Arguments& arguments) {
  if (!object.has("arguments")) return;
  const std::vector<Argument> inputs = given_in_cases(lab);
  std::vector<std::string> names;
  for (const Argument& input : inputs) names.push_back(input.name);
  for (const auto& [name, value] : object.at("arguments").members()) {
    const auto found =
        std::ranges::find_if(inputs, [&, &name = name](const Argument& one) { return one.name == name; });
    if (found == inputs.end())
      value.fail(
          fmt::format("\"{}\" is not an input of this function\n  {}", name,
                      base::did_you_mean(name, names, fmt::format("{}", fmt::join(names, ", ")), '"')));
    arguments[name] =
        found->is_array() ? read_array(value, *found, folder) : read_given_number(value, *found, lab);
  }
}

/// The numbers of a call, where those that are drawn are as great as they can be, or as small: `draws` has a
/// bit for each of them.
std::map<std::string, std::int64_t, std::less<>> numbers_of(const CaseSpec& spec, const Lab& lab,
                                                            unsigned draws) {
  std::map<std::string, std::int64_t, std::less<>> numbers(lab.constants.begin(), lab.constants.end());
  for (const Argument& argument : lab.interface.arguments) {
    if (argument.is_array() || is_real(argument)) continue;
    const Given& given = spec.arguments.at(argument.name);
    std::int64_t& value = numbers[argument.name];
    if (given.generator == "size") {
      value = given.size.evaluate([&](std::string_view name) { return numbers.find(name)->second; });
    } else if (given.generator == "number") {
      value = std::get<std::int64_t>(given.values.front());
    } else {
      value = std::get<std::int64_t>((draws & 1U) != 0 ? given.high : given.low);
      draws >>= 1U;
    }
    if (argument.role == Role::size && value < 0)
      throw std::out_of_range(fmt::format("\"{}\" is {}, below 0", argument.name, value));
    if (!can_be(argument, value))
      throw std::out_of_range(
          fmt::format("\"{}\" is {}, which {} can't be", argument.name, value, argument.type));
  }
  return numbers;
}

void check_elements(const Argument& array, const Given& given, std::int64_t elements) {
  const auto listed = static_cast<std::int64_t>(given.values.size());
  if (given.generator == "file") {
    const std::int64_t held =
        std::accumulate(given.shape.begin(), given.shape.end(), std::int64_t{1}, std::multiplies<>());
    if (held != elements)
      throw std::out_of_range(fmt::format("{} has {} elements, but {} has {}", array.name, elements,
                                          given.file.filename().string(), held));
  }
  if (given.generator == "literal" && listed != elements)
    throw std::out_of_range(
        fmt::format("{} has {} elements, but {} are listed", array.name, elements, listed));
  const bool has_indices = given.generator == "index" || given.generator == "permutation";
  if (has_indices && elements > 0 && !can_count_to(array, elements - 1))
    throw std::out_of_range(fmt::format("{} has {} elements, but {} can't be {}", array.name, elements,
                                        array.type, elements - 1));
}

/// Throws std::out_of_range for more than a worker may have.
void check_memory(double bytes, const CaseSpec& spec, const Lab& lab) {
  const auto mib = static_cast<std::int64_t>(std::ceil(bytes * spec.count / (1 << 20)));
  if (mib <= lab.limits.memory_mib) return;
  throw std::out_of_range(
      fmt::format("the arrays of this case take {} MiB, and the calls of this lab get {}\n  make the sizes "
                  "smaller, or raise \"memory_mib\" in the \"limits\" of lab.json",
                  mib, lab.limits.memory_mib));
}

/// Whether sizes make sense, whatever is drawn. Throws std::out_of_range where they don't.
void check_sizes(const CaseSpec& spec, const Lab& lab) {
  constexpr unsigned kMostDrawn = 8;
  const std::vector<Argument>& arguments = lab.interface.arguments;
  const auto drawn = std::ranges::count_if(arguments, [&](const Argument& argument) {
    return !argument.is_array() && !is_real(argument) &&
           spec.arguments.at(argument.name).generator == "uniform";
  });
  if (drawn > kMostDrawn) throw std::out_of_range(fmt::format("at most {} numbers are drawn", kMostDrawn));
  for (unsigned draws = 0; draws < (1U << static_cast<unsigned>(drawn)); ++draws) {
    const auto numbers = numbers_of(spec, lab, draws);
    double bytes = 0;
    for (const Argument& argument : lab.interface.arguments) {
      if (!argument.is_array()) continue;
      const std::int64_t elements =
          elements_of(argument, [&](std::string_view name) { return numbers.find(name)->second; });
      bytes += static_cast<double>(elements) * static_cast<double>(argument.element_bytes(0));
      for (const Argument& column : columns_of(argument)) {
        const auto given = spec.arguments.find(column.name);
        if (given != spec.arguments.end()) check_elements(column, given->second, elements);
      }
    }
    check_memory(bytes, spec, lab);
  }
}

/// Fills in what a case leaves out, and returns the names of the numbers that it lacks.
std::vector<std::string> add_usual(const Lab& lab, CaseSpec& spec) {
  std::vector<std::string> lacking;
  for (const Argument& argument : given_in_cases(lab)) {
    if (spec.arguments.contains(argument.name)) continue;
    if (argument.is_array()) {
      Given& given = spec.arguments[argument.name];
      given.generator = "uniform";
      set_usual_range(argument, given);
    } else {
      lacking.push_back(argument.name);
    }
  }
  return lacking;
}

/// Whether inputs are where only "arguments" has them. Throws DataError then.
void refuse_misplaced(const JsonValue& object, const Lab& lab) {
  static const std::set<std::string> own{"name", "about",     "hidden", "backends",
                                         "seed", "arguments", "cases",  "count"};
  for (const auto& [key, value] : object.members()) {
    const bool is_role = key == "in" || key == "inout" || key == "inputs";
    if (own.contains(key) || !(is_role || lab.interface.has(key))) continue;
    const bool is_list = is_role && value.is_object() && !value.members().empty();
    value.fail(fmt::format("inputs belong in \"arguments\"\n  write \"arguments\": {{\"{}\": ...}}",
                           is_list   ? value.members().begin()->first
                           : is_role ? "x"
                                     : key));
  }
}

CaseSpec read_own_case(const JsonValue& object, const Lab& lab, const std::filesystem::path& folder,
                       const Arguments& defaults) {
  refuse_misplaced(object, lab);
  object.allow_keys({"name", "arguments", "count", "seed"});
  CaseSpec spec;
  spec.name = object.at("name").word();
  spec.arguments = defaults;
  read_arguments(object, lab, folder, spec.arguments);
  for (const std::string& lacking : add_usual(lab, spec))
    object.fail(fmt::format("\"arguments\" lacks \"{}\": expected a number, such as 1000", lacking));
  spec.count = static_cast<int>(object.integer_or("count", 1, kMostCount, 1));
  if (object.has("seed")) spec.seed = object.at("seed").natural();
  try {
    check_sizes(spec, lab);
  } catch (const std::out_of_range& error) {
    object.fail(error.what());
  }
  return spec;
}

Family read_own_family(const JsonValue& object, const Lab& lab, const std::filesystem::path& folder) {
  Arguments defaults;
  refuse_misplaced(object, lab);
  read_arguments(object, lab, folder, defaults);
  Family family = read_family(object, "arguments", [&](const JsonValue& element) {
    return read_own_case(element, lab, folder, defaults);
  });
  family.name = own_family(lab, family.name);
  return family;
}

/// Keys as they are typed: "1.5,2", or an empty word for none.
void set_typed(const std::string& word, const Argument& argument, Given& given) {
  given.generator = "literal";
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t end = std::min(word.find(',', at), word.size());
    given.values.push_back(typed_number(word.substr(at, end - at), argument));
    at = end + 1;
  }
}

/// Sizes that follow from the shape of an array that was given, where an extent is just their name.
void derive_sizes(const Lab& lab, CaseSpec& spec) {
  for (const Argument& array : given_in_cases(lab)) {
    const auto given = spec.arguments.find(array.name);
    if (!array.is_array() || given == spec.arguments.end()) continue;
    const std::vector<std::int64_t>& shape = given->second.shape;
    for (std::size_t i = 0; i < std::min(shape.size(), array.extents.size()); ++i) {
      const auto number = std::ranges::find_if(lab.interface.arguments, [&](const Argument& one) {
        return one.name == array.extents[i] && !one.is_array() && !spec.arguments.contains(one.name);
      });
      if (number == lab.interface.arguments.end() || shape.size() != array.extents.size()) continue;
      spec.arguments[number->name] = {.generator = "number", .values = {shape[i]}};
    }
  }
}

}  // namespace

CaseSpec own_case(const Lab& lab, const std::map<std::string, std::string>& words) {
  CaseSpec spec;
  spec.name = "arguments";
  for (const Argument& argument : given_in_cases(lab)) {
    const auto word = words.find(argument.name);
    if (word == words.end()) continue;
    Given& given = spec.arguments[argument.name];
    if (!argument.is_array()) {
      given.generator = "number";
      given.values = {typed_number(word->second, argument)};
    } else if (word->second.ends_with(".npy")) {
      set_file(word->second, argument, given);
    } else {
      set_typed(word->second, argument, given);
      given.shape = {static_cast<std::int64_t>(given.values.size())};
    }
  }
  derive_sizes(lab, spec);
  const std::vector<std::string> lacking = add_usual(lab, spec);
  if (!lacking.empty())
    throw DataError(fmt::format("no value is given for {0}: add {0}=VALUE", lacking.front()));
  try {
    check_sizes(spec, lab);
  } catch (const std::out_of_range& error) {
    throw DataError(error.what());
  }
  return spec;
}

void read_cases(const std::filesystem::path& root, const Lab& lab, std::vector<Family>& families) {
  const JsonValue top = read_json(root, "labs/" + lab.name + "/cases.json", "mergelab.cases/1");
  top.allow_keys({"schema", "families"});
  add_families(
      top.at("families"),
      [&](const JsonValue& object) { return read_own_family(object, lab, root / "labs" / lab.name); },
      families);
}

}  // namespace mergelab::course
