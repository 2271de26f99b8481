#include "course/interface_file.hpp"

#include <fmt/ranges.h>

#include "base/did_you_mean.hpp"
#include "base/hash.hpp"
#include "base/regex.hpp"

namespace mergelab::course {
namespace {

constexpr std::size_t kMostFields = 16;

/// Whether C++ or CUDA has something else of this name.
bool is_taken(const std::string& name) {
  static const base::Regex kTaken(
      "alignas|alignof|and|and_eq|asm|auto|bitand|bitor|bool|break|case|catch|char|char(8|16|32)_t|class|"
      "compl|concept|const|consteval|constexpr|constinit|const_cast|continue|co_(await|return|yield)|"
      "decltype|default|delete|do|double|dynamic_cast|else|enum|explicit|export|extern|false|float|for|"
      "friend|goto|half|half2|if|inline|int|long|mutable|namespace|new|noexcept|not|not_eq|nullptr|"
      "operator|or|or_eq|private|protected|public|register|reinterpret_cast|requires|return|short|signed|"
      "sizeof|static|static_assert|static_cast|struct|switch|template|this|thread_local|throw|true|try|"
      "typedef|typeid|typename|union|unsigned|using|value|value_t|virtual|void|volatile|wchar_t|while|"
      "xor|xor_eq|dim3|size_t|u?int(8|16|32|64)_t|std|mergelab|"
      "(u?(char|short|int|long|longlong)|float|double)[1-4]|__.*");
  return base::regex_match(name, kTaken);
}

void check_name(const JsonValue& where, const std::string& name) {
  if (!is_argument_name(name))
    where.fail(fmt::format("\"{}\" is not a C++ name of at most {} characters", name, kLongestArgumentName));
  if (is_taken(name))
    where.fail(fmt::format("\"{}\" has a meaning in C++ or CUDA already\n  choose another name", name));
}

/// "unsigned char x"
Field read_field(const JsonValue& value) {
  const std::string text = value.text();
  const std::size_t blank = text.rfind(' ');
  if (blank == std::string::npos) value.fail("expected a type and a name, such as \"float x\"");
  Field field{.name = text.substr(blank + 1), .type = text.substr(0, blank)};
  static_cast<void>(read_type(value, field.type, number_types()));
  check_name(value, field.name);
  return field;
}

/// Every field begins at a multiple of its size, and the whole ends at one of the largest.
void refuse_gaps(const JsonValue& list, const std::vector<Field>& fields) {
  std::size_t offset = 0, largest = 1;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::size_t bytes = fields[i].bytes();
    if (offset % bytes != 0) {
      const auto smaller =
          std::ranges::find_if(fields, [&](const Field& before) { return before.bytes() < bytes; });
      list.elements()[i].fail(
          fmt::format("C++ leaves a gap of {} bytes in front of \"{}\", and a struct of a lab has none\n  "
                      "move it in front "
                      "of \"{}\"",
                      bytes - offset % bytes, fields[i].name, smaller->name));
    }
    offset += bytes;
    largest = std::max(largest, bytes);
  }
  const std::size_t gap = (largest - offset % largest) % largest;
  if (gap == 0) return;
  constexpr std::pair<std::size_t, const char*> kFillers[] = {
      {1, "\"unsigned char unused1\""}, {2, "\"unsigned short unused2\""}, {4, "\"unsigned unused4\""}};
  std::vector<std::string> fillers;
  for (const auto& [bytes, filler] : kFillers) {
    if ((gap & bytes) != 0) fillers.emplace_back(filler);
  }
  list.fail(fmt::format(
      "C++ leaves a gap of {} bytes behind the last field, and a struct of a lab has none\n  add {}", gap,
      fmt::join(fillers, ", ")));
}

using Role = Argument::Role;
constexpr Role kArrayRoles[] = {Role::in, Role::out, Role::inout, Role::scratch};

std::string read_argument_name(const JsonValue& value) {
  std::string name = value.text();
  if (!is_argument_name(name))
    value.fail(
        fmt::format("expected a C++ name of at most {} characters, such as \"rows\"", kLongestArgumentName));
  return name;
}

/// When an output is right.
Compare read_compare(const JsonValue& value) {
  using How = Compare::How;
  Compare compare;
  if (value.is_text()) {
    compare.how = value.one_of({"exact", "as_set"}) == "exact" ? How::exact : How::as_set;
    return compare;
  }
  value.allow_keys({"absolute", "relative", "ulps"});
  const bool has_ulps = value.has("ulps");
  if (has_ulps == (value.has("absolute") || value.has("relative")))
    value.fail(
        "expected \"exact\", \"as_set\", {\"absolute\": 1e-6, \"relative\": 1e-5}, one of the two, or "
        "{\"ulps\": 4}");
  compare.how = has_ulps ? How::ulps : How::tolerance;
  if (has_ulps) compare.ulps = value.at("ulps").integer(1, kLargestSize);
  compare.absolute = value.number_over_0("absolute").value_or(0);
  compare.relative = value.number_over_0("relative").value_or(0);
  return compare;
}

bool is_real(const std::string& type) { return element_type_named(type).kind == ElementType::Kind::real; }

/// Sums of real numbers depend on their order.
void need_compare(const JsonValue& object, const std::string& type) {
  if (!is_real(type) || object.has("compare")) return;
  object.fail(fmt::format("a result of type {} needs \"compare\", such as {{\"absolute\": {}}}", type,
                          type == "half" ? "1e-3, \"relative\": 2e-3" : "1e-6, \"relative\": 1e-5"));
}

/// Of an array of structs: one comparison for all real fields, or one for each field by its name.
void read_compare_of_fields(const JsonValue& value, std::vector<Field>& fields) {
  const bool is_one = value.is_text() || value.has("absolute") || value.has("relative") || value.has("ulps");
  const auto read = [](const JsonValue& rule) {
    const Compare compare = read_compare(rule);
    if (compare.how == Compare::How::as_set)
      rule.fail("structs are compared element by element; oracle.cpp can take any order by \"check\"");
    return compare;
  };
  std::vector<std::string_view> names;
  for (Field& field : fields) {
    names.emplace_back(field.name);
    if (is_one && is_real(field.type)) field.compare = read(value);
  }
  if (is_one) return static_cast<void>(read(value));
  value.allow_keys(names);
  for (Field& field : fields) {
    if (value.has(field.name)) {
      field.compare = read(value.at(field.name));
    } else if (is_real(field.type)) {
      value.fail(fmt::format("lacks \"{}\", which is of type {}", field.name, field.type));
    }
  }
}

Argument read_argument(const JsonValue& object, const Structs& structs) {
  object.allow_keys({"name", "type", "in", "out", "inout", "scratch", "size", "compare"});
  Argument argument{.name = read_argument_name(object.at("name")), .role = Role::parameter};
  if (object.has("type")) {
    std::vector<std::string> types = names_of(element_types());
    for (const auto& [name, fields] : structs) types.push_back(name);
    argument.type = read_type(object.at("type"), object.at("type").text(), types);
    if (const auto found = structs.find(argument.type); found != structs.end())
      argument.fields = found->second;
  }
  for (const Role role : kArrayRoles) {
    const std::string key(to_string(role));
    if (!object.has(key)) continue;
    if (argument.is_array())
      object.at(key).fail("an array has one of \"in\", \"out\", \"inout\" and \"scratch\"");
    argument.role = role;
    for (const JsonValue& extent : object.at(key).elements()) {
      if (extent.is_integer())
        extent.expected("a number of elements in quotes, such as \"n\" or \"256\"",
                        fmt::format("\"{}\"", extent.integer(INT64_MIN, INT64_MAX)));
      argument.extents.push_back(extent.text());
    }
    if (argument.extents.empty()) object.at(key).fail("expected at least one size, such as [\"n\"]");
  }
  if (object.boolean_or("size", false)) {
    if (argument.is_array()) object.at("size").fail("an array is not a size");
    argument.role = Role::size;
  }
  if (object.has("compare")) {
    if (!argument.is_output()) object.at("compare").fail("only an \"out\" or \"inout\" is compared");
    if (argument.fields.empty())
      argument.compare = read_compare(object.at("compare"));
    else
      read_compare_of_fields(object.at("compare"), argument.fields);
  }
  if (!argument.fields.empty() && !argument.is_array())
    object.at("type").fail("only an array has elements of a struct");
  if (argument.role == Role::size && is_real(argument.type))
    object.at("type").fail("a number of elements is an integer");
  return argument;
}

/// Of a function of a kit: it knows ints and its own values.
void check_types_of_kit(const JsonValue& list, const Interface& interface) {
  std::size_t at = 0;
  for (const JsonValue& element : list.elements()) {
    const Argument& argument = interface.arguments[at++];
    if (argument.is_array() ? argument.type != "int" && argument.type != "value" : argument.type != "int")
      element.at("type").fail(argument.is_array() ? "an array of a kit is of \"value\" or \"int\""
                                                  : "a number is an int; an array has \"in\", \"out\" or "
                                                    "\"scratch\"");
    for (const char* key : {"inout", "compare"}) {
      if (element.has(key)) element.at(key).fail("only a lab without a \"kit\" has this key");
    }
  }
}

/// Of a function without a kit.
void check_own(const JsonValue& object, const Lab& lab) {
  const Interface& interface = lab.interface;
  if (interface.runs == Runs::ranks)
    object.at("runs").fail("only a function of the kit \"lists\" runs on ranks");
  std::size_t at = 0;
  bool has_output = !interface.returns.empty();
  for (const JsonValue& element : object.at("arguments").elements()) {
    const Argument& argument = interface.arguments[at++];
    if (argument.type == "value")
      element.at("type").fail("only a lab with a \"kit\" has elements of type \"value\"");
    if (lab.constants.contains(argument.name))
      element.at("name").fail(fmt::format("\"{}\" is also one of the constants", argument.name));
    if (argument.is_output()) {
      for (const Argument& column : columns_of(argument)) need_compare(element, column.type);
    }
    has_output = has_output || argument.is_output();
  }
  if (!has_output)
    object.at("arguments")
        .fail("the function gives nothing: an array needs \"out\" or \"inout\", or \"returns\"");
  if (!interface.returns.empty()) need_compare(object, interface.returns);
}

/// Each is used, and has a name that nothing else has.
void check_structs(const JsonValue& object, const Structs& structs, const Lab& lab,
                   const std::string& function) {
  for (const auto& [name, fields] : structs) {
    const JsonValue value = object.at("structs").at(name);
    if (name == function || lab.interface.has(name) || lab.constants.contains(name))
      value.fail(fmt::format("\"{}\" is also the name of {}", name,
                             name == function          ? "the function"
                             : lab.interface.has(name) ? "an argument"
                                                       : "a constant"));
    if (!lab.interface.uses(name)) value.fail(fmt::format("no argument has \"type\": \"{}\"", name));
  }
}

constexpr std::int64_t kSomeNumber = 64;  // "n-2" is an extent, too: cases are checked with their own numbers

/// Every name of an extent is a number of the interface, or a constant.
void check_extents(const JsonValue& list, const Lab& lab) {
  const Interface& interface = lab.interface;
  const std::vector<std::string> numbers = names_in_formulas(lab);
  const std::string known = fmt::format("its numbers are {}", fmt::join(numbers, ", "));
  std::size_t at = 0;
  for (const JsonValue& element : list.elements()) {
    const Argument& array = interface.arguments[at++];
    if (!array.is_array()) continue;
    const JsonValue extents = element.at(to_string(array.role));
    try {
      static_cast<void>(elements_of(array, [&](std::string_view name) -> std::int64_t {
        if (std::ranges::find(numbers, name) == numbers.end())
          throw std::invalid_argument(
              fmt::format("\"{}\" is not a number of this function\n  {}", name,
                          base::did_you_mean(std::string(name), numbers, known, '"')));
        const auto constant = lab.constants.find(std::string(name));
        if (constant != lab.constants.end()) return constant->second;
        return lab.kit ? 1 : kSomeNumber;
      }));
    } catch (const std::logic_error& error) {
      extents.fail(error.what());
    }
  }
}

/// "in value [m], in value [n], out value [m+n]", with the extents' values for some numbers in place of
/// their texts if `evaluated`.
std::string arrays_of(const Interface& interface, bool evaluated) {
  constexpr std::uint64_t kMostOfSome = 1009;
  const auto some = [&](std::string_view name) -> std::int64_t {
    return static_cast<std::int64_t>(base::hash_text(base::kHashOfNothing, name) % kMostOfSome);
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

/// Of a kit that has no function that runs there.
[[noreturn]] void refuse_runs(const JsonValue& where, const Kit& kit, Runs runs) {
  for (const Kit* const other : kits()) {
    if (runs == Runs::ranks && other->usual_interface(runs) != nullptr)
      where.at("runs").fail(fmt::format("only a function of the kit \"{}\" runs on ranks", other->name()));
  }
  const Runs right = kit.usual_interface(Runs::host) != nullptr ? Runs::host : Runs::device;
  where.at("runs").fail(
      fmt::format("a function of the kit \"{}\" runs on the {}", kit.name(), to_string(right)));
}

/// A kit's cases have to fit the function.
void check_kit(const JsonValue& where, const Lab& lab) {
  const Interface& interface = lab.interface;
  const std::string kit = fmt::format("the kit \"{}\"", lab.kit->name());
  const Interface* const usual_there = lab.kit->usual_interface(interface.runs);
  if (usual_there == nullptr) refuse_runs(where, *lab.kit, interface.runs);
  const Interface& usual = *usual_there;
  if (arrays_of(interface, true) != arrays_of(usual, true))
    where.at("arguments")
        .fail(fmt::format("a function of {} has other arrays: {}", kit, arrays_of(usual, false)));
  if (interface.returns != usual.returns)
    where.fail(
        fmt::format("a function of {} returns {}", kit, usual.returns.empty() ? "nothing" : usual.returns));
  const std::span<const std::string_view> shape = lab.kit->shape();
  const auto given = std::ranges::count_if(shape, [&](std::string_view name) { return interface.has(name); });
  if (given != 0 && given != std::ssize(shape))
    where.at("arguments")
        .fail(fmt::format("a function has all of \"{}\", or none", fmt::join(shape, "\", \"")));
  const std::span<const std::string_view> numbers = lab.kit->numbers();
  std::size_t at = 0;
  for (const JsonValue& element : where.at("arguments").elements()) {
    const Argument& argument = interface.arguments[at++];
    if (!argument.is_array() && std::ranges::find(numbers, argument.name) == numbers.end())
      element.at("name").fail(
          fmt::format("{} has no number \"{}\"; it has {}", kit, argument.name, fmt::join(numbers, ", ")));
  }
}

}  // namespace

std::vector<std::string> number_types() {
  std::vector<std::string> types = names_of(element_types());
  std::erase(types, "value");
  return types;
}

std::string instead_of_type(const std::string& type, const std::vector<std::string>& known, char quote) {
  static const std::map<std::string, std::string_view> kOthers{{"bool", "unsigned char"},
                                                               {"uint8_t", "unsigned char"},
                                                               {"int8_t", "signed char"},
                                                               {"int16_t", "short"},
                                                               {"uint16_t", "unsigned short"},
                                                               {"int32_t", "int"},
                                                               {"unsigned int", "unsigned"},
                                                               {"uint32_t", "unsigned"},
                                                               {"long", "long long"},
                                                               {"int64_t", "long long"},
                                                               {"unsigned long", "unsigned long long"},
                                                               {"uint64_t", "unsigned long long"},
                                                               {"size_t", "unsigned long long"},
                                                               {"__half", "half"}};
  static const base::Regex kStd("^std::");
  const auto other = kOthers.find(base::regex_replace(type, kStd, ""));
  if (other != kOthers.end()) return fmt::format("write {0}{1}{0}", quote, other->second);
  return base::did_you_mean(type, known, fmt::format("known: {}", fmt::join(known, ", ")), quote);
}

std::string read_type(const JsonValue& value, const std::string& text,
                      const std::vector<std::string>& known) {
  if (std::ranges::find(known, text) == known.end())
    value.fail(fmt::format("unknown type \"{}\"\n  {}", printable(text), instead_of_type(text, known, '"')));
  return text;
}

bool is_argument_name(const std::string& text) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !text.empty() && std::ranges::all_of(text, fits) &&
         std::isdigit(static_cast<unsigned char>(text[0])) == 0 && text.size() <= kLongestArgumentName;
}

Structs read_structs(const JsonValue& interface) {
  Structs structs;
  if (!interface.has("structs")) return structs;
  for (const auto& [name, list] : interface.at("structs").members()) {
    check_name(list, name);
    std::vector<Field>& fields = structs[name];
    for (const JsonValue& element : list.elements()) {
      const Field field = read_field(element);
      const bool is_known =
          std::ranges::any_of(fields, [&](const Field& before) { return before.name == field.name; });
      if (is_known) element.fail(fmt::format("\"{}\" is the name of two fields", field.name));
      if (fields.size() == kMostFields) list.fail(fmt::format("a struct has at most {} fields", kMostFields));
      fields.push_back(field);
    }
    if (fields.empty()) list.fail("expected at least one field, such as [\"float x\"]");
    refuse_gaps(list, fields);
  }
  return structs;
}

std::vector<std::string> names_in_formulas(const Lab& lab) {
  std::vector<std::string> names;
  for (const Argument& argument : lab.interface.arguments) {
    if (!argument.is_array() && !is_real(argument.type)) names.push_back(argument.name);
  }
  for (const auto& [name, value] : lab.constants) names.push_back(name);
  return names;
}

Formula read_formula(const JsonValue& value, const Lab& lab) {
  if (!value.is_integer() && !value.is_text())
    value.fail(
        "expected a whole number, or a formula such as \"n/4\"\n  of a part of 1 let \"per\" name more");
  Formula formula;
  try {
    formula = Formula(value.is_integer() ? std::to_string(value.integer(0, kLargestSize)) : value.text());
  } catch (const std::invalid_argument& error) {
    value.fail(error.what());
  }
  const std::vector<std::string> known = names_in_formulas(lab);
  for (const std::string& name : formula.names()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::string all = fmt::format("known are {}", fmt::join(known, ", "));
    value.fail(fmt::format("\"{}\" is neither a number of this function nor a constant\n  {}", name,
                           base::did_you_mean(name, known, all, '"')));
  }
  return formula;
}

void read_interface(const JsonValue& top, Lab& lab) {
  lab.kit = top.has("kit") ? find_kit(top.at("kit").one_of(names_of_kits())) : nullptr;
  if (top.has("constants")) {
    if (lab.kit) top.at("constants").fail("only a lab without a \"kit\" has this key");
    for (const auto& [name, value] : top.at("constants").members())
      lab.constants[name] = value.integer(1, kLargestSize);
  }
  const JsonValue object = top.at("interface");
  object.allow_keys({"arguments", "returns", "runs", "compare", "structs"});
  if (lab.kit && object.has("structs"))
    object.at("structs").fail("only a lab without a \"kit\" has this key");
  const Structs structs = read_structs(object);
  lab.interface.runs = named<Runs>(object.at("runs").one_of({"host", "device", "ranks"})).value();
  if (object.has("returns")) {
    const JsonValue returns = object.at("returns");
    if (structs.contains(returns.text()))
      returns.fail(
          "a function returns a number or nothing: let an \"out\" array of one element have the struct");
    lab.interface.returns =
        read_type(returns, returns.text(), lab.kit ? std::vector<std::string>{"int"} : number_types());
  }
  if (object.has("compare")) {
    if (lab.interface.returns.empty()) object.at("compare").fail("the function returns nothing");
    lab.interface.compare_returned = read_compare(object.at("compare"));
  }
  const JsonValue list = object.at("arguments");
  std::vector<std::string> names;
  for (const JsonValue& element : list.elements()) {
    if (names.size() == kMostArguments)
      list.fail(fmt::format("a function has at most {} arguments", kMostArguments));
    lab.interface.arguments.push_back(read_argument(element, structs));
    names.push_back(lab.interface.arguments.back().name);
    if (std::ranges::count(names, names.back()) > 1)
      element.at("name").fail(fmt::format("\"{}\" is the name of two arguments", names.back()));
  }
  check_structs(object, structs, lab, top.at("function").text_or_empty());
  check_extents(list, lab);
  if (!lab.kit) return check_own(object, lab);
  check_types_of_kit(list, lab.interface);
  check_kit(object, lab);
}

}  // namespace mergelab::course
