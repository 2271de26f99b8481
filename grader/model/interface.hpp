// A lab's function as data: what it is called with, what each argument is for, and where it runs.
#pragma once

#include <map>
#include <mergelab/half.hpp>
#include <span>
#include <stdexcept>

#include "finding/explanation.hpp"

namespace mergelab {

/// The most ranks that a function runs on.
inline constexpr int kMostRanks = 16;
/// The most arguments of a function, besides its transport.
inline constexpr std::size_t kMostArguments = 16;
/// The longest name of an argument.
inline constexpr std::size_t kLongestArgumentName = 31;

/// With host pointers on the host, with device pointers where it launches kernels, or so on each of several
/// ranks, with a transport as its first argument.
enum class Runs { host, device, ranks };
constexpr std::array<std::string_view, 3> names(Runs) { return {"host", "device", "ranks"}; }

/// What an element or a number is.
struct ElementType {
  enum class Kind { value, signed_integer, unsigned_integer, real };
  std::string_view name;      // in lab.json
  std::string_view spelling;  // in C++
  std::size_t bytes;          // 0: value_t, which is int, a record or Counted
  Kind kind;
};
[[nodiscard]] std::span<const ElementType> element_types();
[[nodiscard]] constexpr std::string_view to_string(const ElementType& type) { return type.name; }
/// Throws std::out_of_range for another name.
[[nodiscard]] const ElementType& element_type_named(std::string_view name);

/// A number that a function is called with.
using Number = std::variant<std::int64_t, double>;
using Numbers = std::map<std::string, std::int64_t>;  // by name

/// When an output is right, beside the expected one.
struct Compare {
  enum class How {
    exact,      // equal; NaN equals NaN
    tolerance,  // |got - expected| <= absolute + relative * |expected|; NaN is only NaN, infinity infinity
    ulps,       // at most so many representable numbers apart
    as_set,     // the same elements, in any order
  };
  How how = How::exact;
  double absolute = 0, relative = 0;
  std::int64_t ulps = 0;
};
constexpr std::array<std::string_view, 4> names(Compare::How) {
  return {"exact", "tolerance", "ulps", "as_set"};
}

/// Of the types that with_type() gives.
template <class Type>
inline constexpr bool kIsReal = std::is_floating_point_v<Type> || std::is_same_v<Type, Half>;

/// Calls `with` with a zero of the type. Throws std::out_of_range for value_t, which has no one type.
template <class With>
auto with_type(const ElementType& type, With with) {
  const bool is_signed = type.kind == ElementType::Kind::signed_integer;
  if (type.kind == ElementType::Kind::real) {
    return type.bytes == sizeof(Half)    ? with(Half{})
           : type.bytes == sizeof(float) ? with(float{})
                                         : with(double{});
  }
  switch (type.bytes) {
    case 1:
      return is_signed ? with(std::int8_t{}) : with(std::uint8_t{});
    case 2:
      return is_signed ? with(std::int16_t{}) : with(std::uint16_t{});
    case 4:
      return is_signed ? with(std::int32_t{}) : with(std::uint32_t{});
    case 8:
      return is_signed ? with(std::int64_t{}) : with(std::uint64_t{});
    default:
      throw std::out_of_range("value_t is no number");
  }
}

/// Of a plain struct, whose fields lie one behind another: none is in front of a gap.
struct Field {
  std::string name;
  std::string type = "int";  // not `value`
  Compare compare{};         // of an output

  [[nodiscard]] std::size_t bytes() const { return element_type_named(type).bytes; }
};

struct Argument {
  enum class Role {
    in,         // an array that the function reads
    out,        // an array that it writes whole
    inout,      // an array that it reads and changes
    scratch,    // an array for its own use
    size,       // a number of elements
    parameter,  // another number
  };

  std::string name;
  Role role = Role::in;
  std::string type = "int";  // an element type, or a struct of the interface
  std::vector<std::string>
      extents{};                // of an array: its shape, by the interface's numbers: {"rows", "2*columns"}
  Compare compare{};            // of an output
  std::vector<Field> fields{};  // of an array of structs; empty: its elements are numbers

  [[nodiscard]] bool is_array() const { return role <= Role::scratch; }
  /// Whether it comes with contents.
  [[nodiscard]] bool is_input() const { return role == Role::in || role == Role::inout; }
  [[nodiscard]] bool is_output() const { return role == Role::out || role == Role::inout; }
  /// `value_bytes`: of value_t.
  [[nodiscard]] std::size_t element_bytes(std::size_t value_bytes) const;
  /// Of the type in C++.
  [[nodiscard]] std::string_view spelling() const;
};
/// What holds its numbers: of an array of structs one column for each field, "points.x", with the field's
/// type and comparison; else the argument itself.
[[nodiscard]] std::vector<Argument> columns_of(const Argument& argument);
/// The elements of one of its columns, in `memory` where they are not what is given.
[[nodiscard]] std::span<const std::byte> column_in(const Argument& argument, std::size_t column,
                                                   std::span<const std::byte> elements,
                                                   std::vector<std::byte>& memory);
/// The array that has these columns, of as many elements each. Throws std::invalid_argument for others.
[[nodiscard]] std::vector<std::byte> of_columns(const Argument& argument,
                                                std::vector<std::vector<std::byte>> columns);
/// "points[3].x" of the column "points.x", where `index` is "[3]".
[[nodiscard]] std::string element_name(const std::string& column, const std::string& index);
/// "struct Point { float x; float y; };"
[[nodiscard]] std::string struct_declaration(const Argument& array);
constexpr std::array<std::string_view, 6> names(Argument::Role) {
  return {"in", "out", "inout", "scratch", "size", "parameter"};
}

struct Interface {
  Runs runs = Runs::device;
  std::vector<Argument> arguments;
  std::string returns;         // the type's name; empty: void
  Compare compare_returned{};  // with what is expected

  [[nodiscard]] bool has(std::string_view name) const;
  /// Whether an argument is of this type, or a field of one, or what is returned.
  [[nodiscard]] bool uses(std::string_view type) const;
  /// One array of each struct, in the order of the arguments.
  [[nodiscard]] std::vector<const Argument*> structs() const;
  /// Whether no output has a tolerance.
  [[nodiscard]] bool is_exact() const;
  /// The index of the first argument with this role, of those after `after`; -1: there is none.
  [[nodiscard]] int first(Argument::Role role, int after = -1) const;
  /// Bytes of an element that is returned, 0 for void.
  [[nodiscard]] std::size_t returned_bytes(std::size_t value_bytes) const;
};

/// "void scan(const float* x, int n, float* y)".
[[nodiscard]] std::string declaration_of(const Interface& interface, std::string_view function);

/// The value of a number by its name.
using NumberByName = std::function<std::int64_t(std::string_view)>;
/// An array's extents, slowest first. Throws std::invalid_argument for one that can't be read, and
/// std::out_of_range for one below 0, or a product over 2^31-1.
[[nodiscard]] std::vector<std::int64_t> shape_of(const Argument& array, const NumberByName& number);
/// Their product. Throws as shape_of().
[[nodiscard]] std::int64_t elements_of(const Argument& array, const NumberByName& number);

// The values of one call's arguments are a row of bytes, without gaps: of an array the index of its first
// element, an int, of a number the number.

[[nodiscard]] std::size_t bytes_in_row(const Argument& argument);
[[nodiscard]] std::size_t row_bytes(const Interface& interface);
/// Writes a row; `value_of` gives each argument's value.
void write_row(const Interface& interface, std::byte* row,
               const std::function<Number(const Argument&)>& value_of);
/// The number at an argument's place of a row; a real one without what is behind the point.
[[nodiscard]] std::int64_t number_in_row(const Interface& interface, const std::byte* row,
                                         std::string_view name);

/// Writes a number as an element of this type, which is not `value`; what doesn't fit wraps round. `at` need
/// not be aligned.
void write_number(const ElementType& type, std::byte* at, Number number);
[[nodiscard]] Number read_number(const ElementType& type, const std::byte* at);

enum class OracleCall {
  expected,  // fills the outputs; every oracle has it
  generate,  // changes what the cases' generators made of the inputs
  check,     // says whether outputs are right, where several are
  explain,   // adds the lab's own words on a wrong element
};
/// The functions' names.
constexpr std::array<std::string_view, 4> names(OracleCall) {
  return {"expected", "generate", "check", "explain"};
}

/// Those that need not be there.
inline constexpr OracleCall kMoreOracleCalls[] = {OracleCall::generate, OracleCall::check,
                                                  OracleCall::explain};
/// Bytes of a text that `check` and `explain` give, with the 0 behind it.
inline constexpr int kOracleTextBytes = 512;
/// In front of it: whether the text is empty, which a text that begins with a 0 must not look like.
inline constexpr char kOracleSaysNothing = 1, kOracleSaysSomething = 2;

/// What the oracle's worker is called with, of a lab with this interface. All arrays are in the lab's order,
/// without scratch memory:
///   generate  inputs are inout; mergelab_seed comes last
///   check     all arrays are inputs, of an inout array twice: before the call, and after; then
///             mergelab_returned, if the function returns something, and an output of kOracleTextBytes
///   explain   as check, but before that output mergelab_argument, an index, or -1 for what was returned, and
///             mergelab_element
[[nodiscard]] Interface interface_of(OracleCall call, const Interface& lab);

/// As oracle.cpp has to declare it.
[[nodiscard]] std::string declaration_of(OracleCall call, const Interface& lab);

/// Whether a source declares a function of this name.
[[nodiscard]] bool defines(const std::string& source, OracleCall call);

/// Whether it tells of a mistake in what says what is right, which stays however often it is asked.
[[nodiscard]] bool is_of_oracle(const Explanation& why);

}  // namespace mergelab
