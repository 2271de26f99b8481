#include "model/interface.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "model/names.hpp"
#include "model/size_expr.hpp"

namespace mergelab {
namespace {

constexpr std::array kElementTypes{ElementType{"value", "value_t", 0},
                                   ElementType{"int", "int", sizeof(int)}};

constexpr Names<Argument::Role, 5> kRoles{{{Argument::Role::in, "in"},
                                           {Argument::Role::out, "out"},
                                           {Argument::Role::scratch, "scratch"},
                                           {Argument::Role::size, "size"},
                                           {Argument::Role::parameter, "parameter"}}};
constexpr Names<Runs, 3> kRuns{{{Runs::host, "host"}, {Runs::device, "device"}, {Runs::ranks, "ranks"}}};

std::string spelled(const Argument& argument) {
  std::string text = argument.role == Argument::Role::in ? "const " : "";
  text += element_type_named(argument.type).spelling;
  return text.append(argument.is_array() ? "* " : " ").append(argument.name);
}

}  // namespace

std::span<const ElementType> element_types() { return kElementTypes; }

const ElementType& element_type_named(std::string_view name) {
  for (const ElementType& known : kElementTypes) {
    if (known.name == name) return known;
  }
  throw std::out_of_range("no element type '" + std::string(name) + "'");
}

std::string_view to_string(Argument::Role role) { return name_of(kRoles, role); }
std::optional<Argument::Role> argument_role_from_string(std::string_view name) {
  return value_of(kRoles, name);
}
std::string_view to_string(Runs runs) { return name_of(kRuns, runs); }
std::optional<Runs> runs_from_string(std::string_view name) { return value_of(kRuns, name); }

std::size_t Argument::element_bytes(std::size_t value_bytes) const {
  const std::size_t bytes = element_type_named(type).bytes;
  return bytes == 0 ? value_bytes : bytes;
}

bool Interface::has(std::string_view name) const {
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const Argument& one) { return one.name == name; });
}

int Interface::first(Argument::Role role, int after) const {
  for (std::size_t i = after < 0 ? 0 : static_cast<std::size_t>(after) + 1; i < arguments.size(); ++i) {
    if (arguments[i].role == role) return static_cast<int>(i);
  }
  return -1;
}

std::size_t Interface::returned_bytes(std::size_t value_bytes) const {
  return returns.empty() ? 0 : Argument{.name = {}, .type = returns}.element_bytes(value_bytes);
}

std::string declaration_of(const Interface& interface, std::string_view function) {
  std::string text(interface.returns.empty() ? "void" : element_type_named(interface.returns).spelling);
  text.append(" ").append(function).append("(");
  std::string_view comma;
  if (interface.runs == Runs::ranks) {
    text += "mergelab::Transport& transport";
    comma = ", ";
  }
  for (const Argument& argument : interface.arguments) {
    text.append(comma).append(spelled(argument));
    comma = ", ";
  }
  return text + ")";
}

std::int64_t elements_of(const Argument& array, const std::function<std::int64_t(std::string_view)>& number) {
  std::int64_t elements = 1;
  for (const std::string& extent : array.extents) {
    const std::int64_t length = SizeExpr(extent, nullptr).evaluate_named(number);
    if (length < 0) throw std::out_of_range("'" + extent + "' is below 0");
    if (__builtin_mul_overflow(elements, length, &elements) || elements > kLargestSize)
      throw std::out_of_range(array.name + " has over 2^31-1 elements");
  }
  return elements;
}

std::size_t bytes_in_row(const Argument& argument) {
  return argument.is_array() ? sizeof(std::int32_t) : argument.element_bytes(0);
}

std::size_t row_bytes(const Interface& interface) {
  std::size_t bytes = 0;
  for (const Argument& argument : interface.arguments) bytes += bytes_in_row(argument);
  return bytes;
}

void write_row(const Interface& interface, std::byte* row,
               const std::function<std::int64_t(const Argument&)>& value_of) {
  for (const Argument& argument : interface.arguments) {
    const auto value = static_cast<std::int32_t>(value_of(argument));
    std::memcpy(row, &value, sizeof value);
    row += bytes_in_row(argument);
  }
}

std::int64_t number_in_row(const Interface& interface, const std::byte* row, std::string_view name) {
  std::int32_t value = 0;
  for (const Argument& argument : interface.arguments) {
    if (argument.name == name) std::memcpy(&value, row, sizeof value);
    row += bytes_in_row(argument);
  }
  return value;
}

}  // namespace mergelab
