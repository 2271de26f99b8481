#include "model/interface.hpp"

#include <fmt/format.h>

#include <numeric>

#include "base/regex.hpp"
#include "model/backend.hpp"
#include "model/formula.hpp"

namespace mergelab {
namespace {

template <class Type>
constexpr ElementType type_of(std::string_view spelling) {
  return {spelling, spelling, sizeof(Type),
          std::is_floating_point_v<Type> ? ElementType::Kind::real
          : std::is_signed_v<Type>       ? ElementType::Kind::signed_integer
                                         : ElementType::Kind::unsigned_integer};
}

constexpr std::array kElementTypes{ElementType{"value", "value_t", 0, ElementType::Kind::value},
                                   type_of<int>("int"),
                                   type_of<char>("char"),
                                   type_of<signed char>("signed char"),
                                   type_of<unsigned char>("unsigned char"),
                                   type_of<short>("short"),
                                   type_of<unsigned short>("unsigned short"),
                                   type_of<unsigned>("unsigned"),
                                   type_of<long long>("long long"),
                                   type_of<unsigned long long>("unsigned long long"),
                                   ElementType{"half", "__half", sizeof(Half), ElementType::Kind::real},
                                   type_of<float>("float"),
                                   type_of<double>("double")};

/// A real number that no integer of 64 bits holds is 0.
template <class Type, class Given>
Type converted(Given given) {
  if constexpr (std::is_floating_point_v<Given> && std::is_integral_v<Type>) {
    constexpr double kMost = 9.2e18;
    return std::abs(given) < kMost ? static_cast<Type>(static_cast<std::int64_t>(given)) : Type{};
  } else {
    return static_cast<Type>(given);
  }
}

std::string spelled(const Argument& argument) {
  std::string text = argument.role == Argument::Role::in ? "const " : "";
  return text.append(argument.spelling()).append(argument.is_array() ? "* " : " ").append(argument.name);
}

}  // namespace

std::span<const ElementType> element_types() { return kElementTypes; }

const ElementType& element_type_named(std::string_view name) {
  for (const ElementType& known : kElementTypes) {
    if (known.name == name) return known;
  }
  throw std::out_of_range("no element type '" + std::string(name) + "'");
}

std::size_t Argument::element_bytes(std::size_t value_bytes) const {
  if (!fields.empty())
    return std::accumulate(fields.begin(), fields.end(), std::size_t{0},
                           [](std::size_t sum, const Field& field) { return sum + field.bytes(); });
  const std::size_t bytes = element_type_named(type).bytes;
  return bytes == 0 ? value_bytes : bytes;
}

std::string_view Argument::spelling() const {
  return fields.empty() ? element_type_named(type).spelling : std::string_view(type);
}

std::vector<Argument> columns_of(const Argument& argument) {
  if (argument.fields.empty()) return {argument};
  std::vector<Argument> columns(argument.fields.size(), argument);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Field& field = argument.fields[i];
    columns[i].name += "." + field.name;
    columns[i].type = field.type;
    columns[i].compare = field.compare;
    columns[i].fields.clear();
  }
  return columns;
}

std::span<const std::byte> column_in(const Argument& argument, std::size_t column,
                                     std::span<const std::byte> elements, std::vector<std::byte>& memory) {
  if (argument.fields.empty()) return elements;
  const std::size_t whole = argument.element_bytes(0), bytes = argument.fields[column].bytes();
  std::size_t offset = 0;
  for (std::size_t i = 0; i < column; ++i) offset += argument.fields[i].bytes();
  memory.resize(elements.size() / whole * bytes);
  for (std::size_t i = 0; i < elements.size() / whole; ++i)
    std::memcpy(memory.data() + i * bytes, elements.data() + i * whole + offset, bytes);
  return memory;
}

std::vector<std::byte> of_columns(const Argument& argument, std::vector<std::vector<std::byte>> columns) {
  if (argument.fields.empty()) return std::move(columns.at(0));
  const std::size_t whole = argument.element_bytes(0);
  const std::size_t count = columns.at(0).size() / argument.fields[0].bytes();
  std::vector<std::byte> elements(count * whole);
  std::size_t offset = 0;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    const std::size_t bytes = argument.fields[column].bytes();
    if (columns[column].size() != count * bytes) throw std::invalid_argument("columns of other lengths");
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(elements.data() + i * whole + offset, columns[column].data() + i * bytes, bytes);
    offset += bytes;
  }
  return elements;
}

std::string element_name(const std::string& column, const std::string& index) {
  const std::size_t dot = std::min(column.find('.'), column.size());
  return column.substr(0, dot) + index + column.substr(dot);
}

std::string struct_declaration(const Argument& array) {
  std::string text = "struct " + array.type + " {";
  for (const Field& field : array.fields)
    text.append(" ")
        .append(element_type_named(field.type).spelling)
        .append(" ")
        .append(field.name)
        .append(";");
  return text + " };";
}

bool Interface::has(std::string_view name) const {
  return std::ranges::any_of(arguments, [&](const Argument& one) { return one.name == name; });
}

bool Interface::uses(std::string_view type) const {
  return returns == type || std::ranges::any_of(arguments, [&](const Argument& one) {
           const std::vector<Argument> columns = columns_of(one);
           return one.type == type ||
                  std::ranges::any_of(columns, [&](const Argument& column) { return column.type == type; });
         });
}

std::vector<const Argument*> Interface::structs() const {
  std::vector<const Argument*> all;
  for (const Argument& argument : arguments) {
    const bool is_known =
        std::ranges::any_of(all, [&](const Argument* known) { return known->type == argument.type; });
    if (!argument.fields.empty() && !is_known) all.push_back(&argument);
  }
  return all;
}

bool Interface::is_exact() const {
  const auto has_tolerance = [](const Compare& compare) {
    return compare.how == Compare::How::tolerance || compare.how == Compare::How::ulps;
  };
  return !has_tolerance(compare_returned) && std::ranges::none_of(arguments, [&](const Argument& argument) {
    const std::vector<Argument> columns = columns_of(argument);
    return argument.is_output() && std::ranges::any_of(columns, [&](const Argument& column) {
             return has_tolerance(column.compare);
           });
  });
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

std::vector<std::int64_t> shape_of(const Argument& array, const NumberByName& number) {
  std::vector<std::int64_t> shape;
  std::int64_t elements = 1;
  for (const std::string& extent : array.extents) {
    shape.push_back(Formula(extent).evaluate(number));
    if (shape.back() < 0) throw std::out_of_range("'" + extent + "' is below 0");
    if (__builtin_mul_overflow(elements, shape.back(), &elements) || elements > kLargestSize)
      throw std::out_of_range(array.name + " has over 2^31-1 elements");
  }
  return shape;
}

std::int64_t elements_of(const Argument& array, const NumberByName& number) {
  const std::vector<std::int64_t> shape = shape_of(array, number);
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
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
               const std::function<Number(const Argument&)>& value_of) {
  for (const Argument& argument : interface.arguments) {
    write_number(element_type_named(argument.is_array() ? "int" : argument.type), row, value_of(argument));
    row += bytes_in_row(argument);
  }
}

std::int64_t number_in_row(const Interface& interface, const std::byte* row, std::string_view name) {
  for (const Argument& argument : interface.arguments) {
    if (argument.name == name) {
      const Number number = read_number(element_type_named(argument.is_array() ? "int" : argument.type), row);
      return std::visit([](auto value) { return converted<std::int64_t>(value); }, number);
    }
    row += bytes_in_row(argument);
  }
  return 0;
}

void write_number(const ElementType& type, std::byte* at, Number number) {
  with_type(type, [&](auto zero) {
    using Type = decltype(zero);
    const Type value = std::visit([](auto given) { return converted<Type>(given); }, number);
    std::memcpy(at, &value, sizeof value);
  });
}

Number read_number(const ElementType& type, const std::byte* at) {
  return with_type(type, [&](auto value) -> Number {
    std::memcpy(&value, at, sizeof value);
    if constexpr (kIsReal<decltype(value)>)
      return static_cast<double>(value);
    else
      return static_cast<std::int64_t>(value);
  });
}

namespace {

using Role = Argument::Role;

Argument number(const char* name, const std::string& type) {
  return {.name = name, .role = Role::parameter, .type = type};
}

/// The inputs, to be changed.
Interface of_generate(const Interface& lab) {
  Interface interface;
  interface.runs = Runs::host;
  for (const Argument& argument : lab.arguments) {
    if (argument.is_array() && !argument.is_input()) continue;
    interface.arguments.push_back(argument);
    if (argument.is_array()) interface.arguments.back().role = Role::inout;
  }
  interface.arguments.push_back(number("mergelab_seed", "unsigned"));
  return interface;
}

/// All that there is after a call, to be looked at.
Interface of_check(const Interface& lab) {
  Interface interface;
  interface.runs = Runs::host;
  for (const Argument& argument : lab.arguments) {
    if (argument.role == Role::scratch) continue;
    Argument seen = argument;
    if (argument.is_array()) seen.role = Role::in;
    if (argument.role == Role::inout) {
      interface.arguments.push_back(seen);
      interface.arguments.back().name += "_before";
    }
    interface.arguments.push_back(seen);
  }
  if (!lab.returns.empty()) interface.arguments.push_back(number("mergelab_returned", lab.returns));
  return interface;
}

/// A source without its comments, and without what is in quotes.
std::string code_of(const std::string& source) {
  static const base::Regex kNoCode(R"re(//[^\n]*|/\*[^]*?\*/|"(\\.|[^"\\\n])*")re");
  return base::regex_replace(source, kNoCode, " ");
}

}  // namespace

Interface interface_of(OracleCall call, const Interface& lab) {
  if (call == OracleCall::generate) return of_generate(lab);
  if (call != OracleCall::expected) {
    Interface interface = of_check(lab);
    if (call == OracleCall::explain) {
      interface.arguments.push_back(number("mergelab_argument", "int"));
      interface.arguments.push_back(number("mergelab_element", "long long"));
    }
    interface.arguments.push_back({.name = "text",
                                   .role = Role::out,
                                   .type = "signed char",
                                   .extents = {std::to_string(kOracleTextBytes)}});
    return interface;
  }
  Interface interface = lab;
  interface.runs = Runs::host;
  return interface;
}

std::string declaration_of(OracleCall call, const Interface& lab) {
  if (call == OracleCall::expected) return declaration_of(interface_of(call, lab), "expected");
  std::string text = call == OracleCall::generate ? declaration_of(of_generate(lab), "generate")
                                                  : declaration_of(of_check(lab), to_string(call));
  constexpr std::string_view kVoid = "void", kOurs = "mergelab_";
  if (call != OracleCall::generate) text.replace(0, kVoid.size(), "std::string");
  if (call == OracleCall::explain)
    text.replace(text.size() - 1, 1, ", const char* array, long long element)");
  for (std::size_t at = 0; (at = text.find(kOurs, at)) != std::string::npos;) text.erase(at, kOurs.size());
  return text;
}

bool defines(const std::string& source, OracleCall call) {
  // A word in front that is part of a type, and not a statement that calls it.
  const base::Regex declared(fmt::format(R"re((\w+|[>*&])\s+[*&]?\s*{}\s*\()re", to_string(call)));
  const std::string code = code_of(source);
  for (const std::smatch& hit : base::regex_matches(code, declared)) {
    const std::string word = hit[1];
    if (word != "return" && word != "else" && word != "case" && word != "new") return true;
  }
  return false;
}

bool is_of_oracle(const Explanation& why) {
  static constexpr std::array kOfOracle{Sentence::no_oracle, Sentence::oracle_differs,
                                        Sentence::oracle_leaves, Sentence::oracle_failed,
                                        Sentence::oracle_refuses_itself};
  return std::ranges::any_of(why.statements(), [](const Statement& statement) {
    return std::ranges::find(kOfOracle, statement.id) != kOfOracle.end();
  });
}

}  // namespace mergelab
