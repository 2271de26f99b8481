#include "course/interface_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "base/did_you_mean.hpp"
#include "model/terms.hpp"

namespace mergelab::course {
namespace {

using Role = Argument::Role;
constexpr Role kArrayRoles[] = {Role::in, Role::out, Role::scratch};

std::string read_argument_name(const JsonValue& value) {
  std::string name = value.text();
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (!std::all_of(name.begin(), name.end(), fits) ||
      std::isdigit(static_cast<unsigned char>(name[0])) != 0 || name.size() > kLongestArgumentName)
    value.fail(
        fmt::format("expected a C++ name of at most {} characters, such as \"rows\"", kLongestArgumentName));
  return name;
}

Argument read_argument(const JsonValue& object) {
  object.allow_keys({"name", "type", "in", "out", "scratch", "size"});
  Argument argument{.name = read_argument_name(object.at("name")), .role = Role::parameter};
  if (object.has("type")) argument.type = object.at("type").one_of(names_of(element_types()));
  for (const Role role : kArrayRoles) {
    const std::string key(to_string(role));
    if (!object.has(key)) continue;
    if (argument.is_array()) object.at(key).fail("an array has one of \"in\", \"out\" and \"scratch\"");
    argument.role = role;
    for (const JsonValue& extent : object.at(key).elements()) argument.extents.push_back(extent.text());
    if (argument.extents.empty()) object.at(key).fail("expected at least one size, such as [\"n\"]");
  }
  if (object.boolean_or("size", false)) {
    if (argument.is_array()) object.at("size").fail("an array is not a size");
    argument.role = Role::size;
  }
  if (!argument.is_array() && argument.type != "int")
    object.at("type").fail("a number is an int; an array has \"in\", \"out\" or \"scratch\"");
  return argument;
}

/// Every name of an extent is a number of the interface.
void check_extents(const JsonValue& list, const Interface& interface) {
  std::vector<std::string> numbers;
  for (const Argument& argument : interface.arguments) {
    if (!argument.is_array()) numbers.push_back(argument.name);
  }
  const std::string known = fmt::format("its numbers are {}", fmt::join(numbers, ", "));
  std::size_t at = 0;
  for (const JsonValue& element : list.elements()) {
    const Argument& array = interface.arguments[at++];
    if (!array.is_array()) continue;
    const JsonValue extents = element.at(to_string(array.role));
    try {
      static_cast<void>(elements_of(array, [&](std::string_view name) -> std::int64_t {
        if (std::find(numbers.begin(), numbers.end(), name) == numbers.end())
          throw std::invalid_argument(
              fmt::format("\"{}\" is not a number of this function\n  {}", name,
                          base::did_you_mean(std::string(name), numbers, known, '"')));
        return 1;
      }));
    } catch (const std::logic_error& error) {
      extents.fail(error.what());
    }
  }
}

/// "in value [m], in value [n], out value [m+n]", with the extents' values for some numbers in place of
/// their texts if `evaluated`.
std::string arrays_of(const Interface& interface, bool evaluated) {
  const auto some = [&](std::string_view name) -> std::int64_t {
    constexpr std::string_view kNames[] = {"m", "n", "k", "total", "capacity"};
    constexpr std::int64_t kNumbers[] = {101, 211, 7, 401, 1009, 0};
    return kNumbers[std::find(std::begin(kNames), std::end(kNames), name) - std::begin(kNames)];
  };
  std::vector<std::string> arrays;
  for (const Role role : kArrayRoles) {
    for (const Argument& argument : interface.arguments) {
      if (argument.role != role) continue;
      arrays.push_back(fmt::format("{} {} [{}]", to_string(role), argument.type,
                                   evaluated ? std::to_string(elements_of(argument, some))
                                             : fmt::format("{}", fmt::join(argument.extents, ", "))));
    }
  }
  return fmt::format("{}", fmt::join(arrays, ", "));
}

/// A kit's cases have to fit the function.
void check_kit(const JsonValue& where, const Lab& lab) {
  const Interface& interface = lab.interface;
  const bool on_ranks = interface.runs == Runs::ranks;
  const std::string kit = fmt::format("the kit \"{}\"", to_string(*lab.kit));
  if (on_ranks && lab.kit != Kit::lists)
    where.at("runs").fail("only a function of the kit \"lists\" runs on ranks");
  const Interface& usual = on_ranks ? usual_interface_on_ranks() : usual_interface(*lab.kit);
  if (!on_ranks && lab.kit != Kit::merge && interface.runs != usual.runs)
    where.at("runs").fail(fmt::format("a function of {} runs on the {}", kit, to_string(usual.runs)));
  if (arrays_of(interface, true) != arrays_of(usual, true)) {
    where.at("arguments")
        .fail(fmt::format("a function of {} has other arrays: {}", kit, arrays_of(usual, false)));
  }
  if (interface.returns != usual.returns)
    where.fail(
        fmt::format("a function of {} returns {}", kit, usual.returns.empty() ? "nothing" : usual.returns));
  if (interface.has("section") != interface.has("tile"))
    where.at("arguments").fail("a function has both \"section\" and \"tile\", or neither");
  const std::span<const std::string_view> numbers = entry_of(*lab.kit).numbers;
  std::size_t at = 0;
  for (const JsonValue& element : where.at("arguments").elements()) {
    const Argument& argument = interface.arguments[at++];
    if (!argument.is_array() && std::find(numbers.begin(), numbers.end(), argument.name) == numbers.end())
      element.at("name").fail(
          fmt::format("{} has no number \"{}\"; it has {}", kit, argument.name, fmt::join(numbers, ", ")));
  }
}

}  // namespace

void read_interface(const JsonValue& top, Lab& lab) {
  lab.kit = kit_from_string(top.at("kit").one_of(names_of(kits()))).value();
  const JsonValue object = top.at("interface");
  object.allow_keys({"arguments", "returns", "runs"});
  lab.interface.runs = runs_from_string(object.at("runs").one_of({"host", "device", "ranks"})).value();
  if (object.has("returns")) lab.interface.returns = object.at("returns").one_of({"int"});
  const JsonValue list = object.at("arguments");
  std::vector<std::string> names;
  for (const JsonValue& element : list.elements()) {
    if (names.size() == kMostArguments)
      list.fail(fmt::format("a function has at most {} arguments", kMostArguments));
    lab.interface.arguments.push_back(read_argument(element));
    names.push_back(lab.interface.arguments.back().name);
    if (std::count(names.begin(), names.end(), names.back()) > 1)
      element.at("name").fail(fmt::format("\"{}\" is the name of two arguments", names.back()));
  }
  check_extents(list, lab.interface);
  check_kit(object, lab);
}

}  // namespace mergelab::course
