// mergelab new NAME: the folder of a new lab, to be filled in.
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/lines.hpp"
#include "base/read_file.hpp"
#include "base/regex.hpp"
#include "course/interface_file.hpp"

namespace mergelab::app {
namespace {

struct Declaration {
  std::string function;
  Interface interface;
  std::string structs{};  // of lab.json
};

using Role = Argument::Role;

[[noreturn]] void fail(const std::string& what, const std::string& instead = "") {
  throw UsageError(what + "\n  " +
                   (instead.empty() ? "--interface 'void scan(const float* x, int n, float* y)' is one"
                                    : "write " + instead));
}

/// With one blank between words, and none round a star.
std::string tidied(const std::string& text) {
  static const base::Regex kBlanks(R"(\s+)"), kStars(R"(\s*\*\s*)"), kEnds(R"(^ | $)");
  return base::regex_replace(base::regex_replace(base::regex_replace(text, kBlanks, " "), kStars, "* "),
                             kEnds, "");
}

bool is_integer(const std::string& type) { return element_type_named(type).kind != ElementType::Kind::real; }

/// `what`: the parameter, field or function that has the type.
std::string checked_type(const std::string& spelling, const std::string& what,
                         const course::Structs& structs = {}) {
  std::vector<std::string> known;
  for (const ElementType& type : element_types()) {
    if (type.kind == ElementType::Kind::value) continue;
    if (type.spelling == spelling || type.name == spelling) return std::string(type.name);
    known.emplace_back(type.name);
  }
  for (const auto& [name, fields] : structs) known.push_back(name);
  throw UsageError(fmt::format("{}: unknown type '{}'\n  {}", what, spelling,
                               course::instead_of_type(spelling, known, '\'')));
}

/// Takes the structs in front of a declaration off: "struct Point { float x, y; };". They are `json` in
/// lab.json, "" where there are none.
course::Structs take_structs(std::string& text, std::string& json) {
  static const base::Regex kStruct(R"(^ ?struct (\w+) ?\{([^{}]*)\} ?; ?)"), kFields("[^;]*[^; ][^;]*"),
      kField(R"(([A-Za-z_][A-Za-z_ ]*?) (\w+(?: ?, ?\w+)*))"), kName(R"(\w+)");
  std::vector<std::string> all;
  for (std::smatch found; base::regex_search(text, found, kStruct); text = found.suffix().str()) {
    std::vector<std::string> fields;
    const std::string body = found[2];
    for (const std::smatch& at : base::regex_matches(body, kFields)) {
      const std::string declared = tidied(at.str());
      std::smatch field;
      if (!base::regex_match(declared, field, kField))
        fail(fmt::format("'{}' is not a field: each is one number", declared),
             declared.find('[') != std::string::npos ? "a field for each element: 'float x0, x1, x2'"
                                                     : "'float x, y'");
      const std::string type = checked_type(field[1], fmt::format("the field '{}'", declared)),
                        names = field[2];
      for (const std::smatch& name : base::regex_matches(names, kName))
        fields.push_back(fmt::format("\"{} {}\"", type, name.str()));
    }
    all.push_back(fmt::format("\"{}\": [{}]", found[1].str(), fmt::join(fields, ", ")));
  }
  if (!all.empty()) json = fmt::format("\"structs\": {{{}}}", fmt::join(all, ", "));
  return course::read_structs(JsonValue::parsed("{" + json + "}"));
}

/// Why a parameter is none that a lab can have, and what to write in its place; empty: it may be one.
std::pair<const char*, std::string> refusal_of(const std::string& text) {
  const std::size_t end = text.find_first_of("*&[=<:("), name = text.find_last_of(" *&") + 1;
  const std::string type = tidied(text.substr(0, end)), last = text.substr(name, text.find('[') - name);
  if (text.empty()) return {"the function takes nothing", "an array for its results: 'float* y, int n'"};
  if (std::ranges::count(text, '*') > 1)
    return {"a pointer to pointers", fmt::format("one array, row behind row: '{}* {}'", type, last)};
  if (text.find('&') != std::string::npos)
    return {"a reference", fmt::format("'{0} {1}' for a number, '{0}* {1}' for an array of one", type, last)};
  if (text.find('[') != std::string::npos)
    return {"an array is a pointer here",
            fmt::format("'{}* {}'", tidied(text.substr(0, text.find(last + "["))), last)};
  if (text.find('=') != std::string::npos) return {"a value by default", fmt::format("'{}'", type)};
  if (text.find('<') != std::string::npos || text.find('(') != std::string::npos)
    return {"neither a number nor an array of numbers", "'float* x, int n' for an array"};
  if (text.ends_with('*')) return {"it has no name", fmt::format("'{} x'", text)};
  return {"", ""};
}

Argument read_parameter(std::string text, const course::Structs& structs) {
  static const base::Regex kParameter(
      R"((const )?([A-Za-z_][\w: ]*?)( const)?(\*)?( const)? ([A-Za-z_]\w*))"),
      kLeftOut(R"(\b(__restrict__|__restrict|restrict|struct)\b ?)");
  text = tidied(base::regex_replace(text, kLeftOut, ""));
  const std::string what = fmt::format("the parameter '{}'", text);
  const auto [why, instead] = refusal_of(text);
  if (*why != '\0') fail(text.empty() ? why : what + ": " + why, instead);
  std::smatch parts;
  if (!base::regex_match(text, parts, kParameter))
    fail(what + " lacks a type or a name", "'int n' or 'float* x'");
  const auto found = structs.find(parts[2]);
  Argument argument{.name = parts[6], .role = Role::parameter};
  argument.type = found != structs.end() ? found->first : checked_type(parts[2], what, structs);
  if (found != structs.end()) {
    argument.fields = found->second;
    if (!parts[4].matched)
      fail(what + " is a struct: only arrays have some",
           fmt::format("'const {}* {}', an array of one", argument.type, argument.name));
  }
  if (parts[4].matched) {
    argument.role = parts[1].matched || parts[3].matched ? Role::in : Role::out;
  } else if (is_integer(argument.type)) {
    argument.role = Role::size;
  }
  return argument;
}

bool is_one_of(std::string name, const char* words) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return base::regex_match(name, base::Regex(words));
}

/// Of several sizes those of a matrix, slowest first: how many rows, what sums run over, how many columns.
/// The middle one may be missing; empty: their names are not those of a matrix.
std::vector<std::string> sizes_of_matrix(const std::vector<std::string>& sizes) {
  constexpr const char* kRows = "(num_?|n_?)?(rows?|heights?|m|h|ny)";
  constexpr const char* kInner = "(num_?|n_?)?(inner|k|depth|common)";
  constexpr const char* kColumns = "(num_?|n_?)?(columns?|cols?|widths?|n|w|nx)";
  std::vector<std::string> sorted;
  for (const char* words : {kRows, kInner, kColumns}) {
    for (const std::string& size : sizes) {
      if (is_one_of(size, words)) sorted.push_back(size);
    }
  }
  const bool has_each = sorted.size() == sizes.size() && (sizes.size() == 2 || sizes.size() == 3) &&
                        is_one_of(sorted.front(), kRows) && is_one_of(sorted.back(), kColumns);
  return has_each ? sorted : std::vector<std::string>();
}

/// Where all sizes are behind the arrays: those of a product of matrices, of a matrix and a vector, or of
/// matrices of one shape. `function`: its name. False: none of these.
bool guess_matrices(const std::vector<Argument*>& arrays, const std::vector<std::string>& sizes,
                    const std::string& function) {
  const std::vector<std::string> matrix = sizes_of_matrix(sizes);
  if (matrix.empty()) return false;
  const std::string &rows = matrix.front(), &columns = matrix.back();
  const bool is_product =
      arrays.size() == 3 && arrays[0]->is_input() && arrays[1]->is_input() && arrays[2]->is_output();
  if (matrix.size() == 3) {
    if (!is_product) return false;
    arrays[0]->extents = {rows, matrix[1]};
    arrays[1]->extents = {matrix[1], columns};
    arrays[2]->extents = {rows, columns};
    return true;
  }
  for (Argument* const array : arrays) array->extents = {rows, columns};
  if (is_product && is_one_of(arrays[1]->name, "[xv]|vec.*") &&
      is_one_of(arrays[2]->name, "[yr]|out.*|res.*")) {
    arrays[1]->extents = {columns};
    arrays[2]->extents = {rows};
  }
  if (function.find("transpos") != std::string::npos && arrays.size() == 2)
    arrays[1]->extents = {columns, rows};
  return true;
}

/// The size that is named after the array, "bins" of histogram; or "".
std::string size_named_after(const Argument& array, const std::vector<std::string>& sizes) {
  constexpr std::size_t kTelling = 3;
  for (const std::string& size : sizes) {
    if (array.name.size() >= kTelling && size.find(array.name) != std::string::npos) return size;
  }
  return "";
}

/// By the names of the sizes; else the integer after an array is its length, or the last one before it.
void guess_extents(Interface& interface, const std::string& function) {
  std::vector<Argument*> arrays;
  std::vector<std::string> sizes;
  bool are_behind = true;
  for (Argument& argument : interface.arguments) {
    if (argument.role == Role::size) sizes.push_back(argument.name);
    if (!argument.is_array()) continue;
    are_behind = are_behind && sizes.empty();
    arrays.push_back(&argument);
  }
  if (are_behind && guess_matrices(arrays, sizes, function)) return;
  std::string last;
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    Argument& array = interface.arguments[i];
    if (array.role == Role::size) last = array.name;
    if (!array.is_array()) continue;
    const auto after =
        std::find_if(interface.arguments.begin() + static_cast<std::ptrdiff_t>(i), interface.arguments.end(),
                     [](const Argument& one) { return one.role == Role::size; });
    if (after == interface.arguments.end() && last.empty())
      fail(fmt::format("the array {} has no length: the function needs an integer", array.name));
    const std::string named = size_named_after(array, sizes);
    array.extents = {!named.empty() ? named : after == interface.arguments.end() ? last : after->name};
  }
}

/// A tolerance to begin with.
std::string usual_compare(const std::string& type) {
  return type == "half" ? R"("compare": { "absolute": 1e-3, "relative": 2e-3 })"
                        : R"("compare": { "absolute": 1e-5, "relative": 1e-5 })";
}

std::string argument_json(const Argument& argument) {
  const std::string type = argument.type == "int" ? "" : fmt::format(R"("type": "{}", )", argument.type);
  if (argument.role == Role::size)
    return fmt::format(R"({{ "name": "{}", {}"size": true }})", argument.name, type);
  if (!argument.is_array())
    return fmt::format(R"({{ "name": "{}", "type": "{}" }})", argument.name, argument.type);
  std::string compare;
  for (const Argument& column : columns_of(argument)) {
    if (argument.is_output() && compare.empty() && !is_integer(column.type))
      compare = ", " + usual_compare(column.type);
  }
  return fmt::format(R"({{ "name": "{}", {}"{}": ["{}"]{} }})", argument.name, type, to_string(argument.role),
                     fmt::join(argument.extents, "\", \""), compare);
}

std::string lab_json(const Declaration& declaration) {
  const Interface& interface = declaration.interface;
  std::vector<std::string> arguments;
  for (const Argument& argument : interface.arguments)
    arguments.push_back("      " + argument_json(argument));
  std::string returns = declaration.structs.empty() ? "" : "    " + declaration.structs + ",\n";
  if (!interface.returns.empty()) {
    returns += fmt::format("    \"returns\": \"{}\",\n", interface.returns);
    if (!is_integer(interface.returns)) returns += fmt::format("    {},\n", usual_compare(interface.returns));
  }
  return fmt::format(R"({{
  "schema": "mergelab.lab/1",
  "title": "{0}",
  "file": "{0}.cuh",
  "function": "{0}",
  "interface": {{
    "runs": "device",
{1}    "arguments": [
{2}
    ]
  }},
  "points": 10,
  "uses": [],
  "items": [
    {{ "id": "plain", "kind": "correctness", "points": 5, "about": "is right for ordinary inputs" }},
    {{ "id": "edges", "kind": "correctness", "points": 3, "about": "is right for the smallest inputs" }},
    {{ "id": "rules", "kind": "checker", "checker": "accesses", "family": "plain", "points": 2,
      "about": "keeps CUDA's rules" }}
  ],
  "hints": []
}}
)",
                     declaration.function, returns, fmt::join(arguments, ",\n"));
}

/// A case with this value for a size, and of several sizes one more for each.
std::string case_json(const Interface& interface, const char* name, int size, bool all_equal = false) {
  std::vector<std::string> numbers;
  for (const Argument& argument : interface.arguments) {
    if (argument.is_array()) continue;
    numbers.push_back(fmt::format("\"{}\": {}", argument.name, argument.role == Role::size ? size : 1));
    if (argument.role == Role::size && !all_equal) ++size;
  }
  return fmt::format(R"(      {{ "name": "{}", "arguments": {{ {} }} }})", name, fmt::join(numbers, ", "));
}

std::string cases_json(const Interface& interface) {
  const auto has_sizes = [](const Argument& argument) { return argument.extents.size() > 1; };
  const bool has_matrix = std::ranges::any_of(interface.arguments, has_sizes);
  return fmt::format(R"({{
  "schema": "mergelab.cases/1",
  "families": [
    {{ "name": "plain", "about": "ordinary inputs", "cases": [
{},
{} ] }},
    {{ "name": "edges", "about": "TODO: these sizes are examples; the smallest inputs", "cases": [
{} ] }}
  ]
}}
)",
                     case_json(interface, "few", has_matrix ? 8 : 100),
                     case_json(interface, "many", has_matrix ? 33 : 1000),
                     case_json(interface, "one", 1, true));
}

std::string struct_declarations(const Interface& interface) {
  std::string text;
  for (const Argument* const array : interface.structs()) text += struct_declaration(*array) + "\n";
  return text.empty() ? "" : text + "\n";
}

std::string return_line(const Declaration& declaration) {
  return declaration.interface.returns.empty() ? "" : "  return 0;\n";
}

std::string lab_file(const Declaration& declaration, bool is_skeleton) {
  return fmt::format(R"(// TODO: what {0} is for.
#pragma once

{3}#include <mergelab/lab.cuh>

{4}/// What the results are, for device arrays.
inline {1} {{
  // TODO 1 begin: launch kernels
{2}  // TODO 1 end
}}
)",
                     declaration.function, declaration_of(declaration.interface, declaration.function),
                     (is_skeleton ? "  LAB_TODO(1);\n" : "  // TODO: the kernels are above this function\n") +
                         return_line(declaration),
                     declaration.interface.uses("half") ? "#include <cuda_fp16.h>\n\n" : "",
                     struct_declarations(declaration.interface));
}

std::string oracle(const Declaration& declaration) {
  std::string body;
  for (const Argument& argument : declaration.interface.arguments) {
    if (argument.is_output())
      body += fmt::format("  // TODO: fill {}[0] to {}[{} - 1]\n", argument.name, argument.name,
                          fmt::join(argument.extents, " * "));
  }
  if (!declaration.interface.returns.empty()) body += "  // TODO: return what is right\n";
  body += return_line(declaration);
  return fmt::format("// What is right.\n#include <mergelab/oracle.hpp>\n\n{}{} {{\n{}}}\n",
                     struct_declarations(declaration.interface),
                     declaration_of(declaration.interface, "expected"), body);
}

/// "void scan(const float* x, int n, float* y)": what is behind a const pointer is `in`, behind another
/// `out`; integers are sizes, and the extents of arrays are guessed.
/// Throws UsageError for what no function without a kit can have.
Declaration read_declaration(const std::string& text) {
  static const base::Regex kFunction(
      R"((?:(?:inline|static) )*([A-Za-z_][\w:<>*& ]*?) ?\b([A-Za-z_]\w*) ?\((.*)\) ?;?)");
  std::smatch parts;
  std::string tidy = tidied(text), structs_json;
  const course::Structs structs = take_structs(tidy, structs_json);
  if (!base::regex_match(tidy, parts, kFunction))
    fail(fmt::format("'{}' is not the declaration of a function", tidy));
  Declaration declaration{.function = parts[2],
                          .interface = {.runs = Runs::device, .arguments = {}, .returns = {}},
                          .structs = structs_json};
  const std::string returns = parts[1], list = parts[3];
  const std::string what = fmt::format("the function returns '{}'", returns);
  if (returns.find("__global__") != std::string::npos)
    fail("a lab's function runs on the host and launches kernels", fmt::format("it without '__global__'"));
  if (structs.contains(returns) || returns.find_first_of("*&") != std::string::npos)
    fail(what + ", not a number", fmt::format("'void', and a parameter for the results: '{}* result'",
                                              returns.substr(0, returns.find_first_of("*& "))));
  if (returns != "void") declaration.interface.returns = checked_type(returns, what);
  for (const std::string& each : base::lines_of(list.empty() ? " " : list, ','))
    declaration.interface.arguments.push_back(read_parameter(tidied(each), structs));
  if (declaration.interface.arguments.size() > kMostArguments)
    fail(fmt::format("a function has at most {} parameters", kMostArguments));
  guess_extents(declaration.interface, declaration.function);
  std::string json = lab_json(declaration);  // on one line, so that mistakes are at none
  std::ranges::replace(json, '\n', ' ');
  try {
    Lab lab;
    course::read_interface(JsonValue::parsed(json), lab);
  } catch (const DataError& error) {
    fail(error.what());
  }
  return declaration;
}

/// By path in the course: labs/NAME and solutions/NAME.
std::map<std::string, std::string> new_lab_files(const std::string& name, const Declaration& declaration) {
  const std::string lab = "labs/" + name + "/", solution = "solutions/" + name + "/";
  const std::string file = declaration.function + ".cuh";
  return {
      {lab + "lab.json", lab_json(declaration)},
      {lab + "cases.json", cases_json(declaration.interface)},
      {lab + "oracle.cpp", oracle(declaration)},
      {lab + "README.md",
       fmt::format("# {}\n\n## Goal\n\nTODO: what one learns here.\n\n## Idea\n\nTODO: how it works, with a "
                   "figure.\n\n"
                   "## Task\n\nTODO: what to write, and where.\n\n## Grading\n\nTODO: what earns points.\n\n"
                   "## Pitfalls\n\nTODO: what often goes wrong.\n\n## Further reading\n\nTODO: a chapter or "
                   "paper.\n",
                   name)},
      {lab + file, lab_file(declaration, true)},
      {solution + file, lab_file(declaration, false)}};
}

struct NewOptions {
  fs::path course;
  std::string name, interface;
};

constexpr const char* kEmptyCourse =
    "{\"schema\": \"mergelab.course/1\", \"title\": \"A course\", \"labs\": []}\n";

/// labs/course.json with the name behind the last lab. Its layout stays.
std::string with_lab(const std::string& text, const std::string& name) {
  static const base::Regex kLabs(R"re(("labs"\s*:\s*\[[^\]]*?)(\s*\]))re");
  std::smatch found;
  if (!base::regex_search(text, found, kLabs)) throw UsageError("labs/course.json has no list \"labs\"");
  const std::string before = found[1].str();
  return fmt::format("{}{}{}\"{}\"{}{}", found.prefix().str(), before, before.ends_with('[') ? "" : ", ",
                     name, found[2].str(), found.suffix().str());
}

/// The course in this folder; one without labs is no course yet.
Course course_in(const fs::path& root, const std::string& list) {
  const JsonValue top = JsonValue::parsed(list, "labs/course.json");
  if (top.at("labs").elements().empty() && !top.has("advanced")) return {};
  return course::load(root);
}

void write(const fs::path& file, const std::string& text) {
  try {
    fs::create_directories(file.parent_path());
    base::write_atomically(file, text);
  } catch (const std::exception& error) {
    throw UsageError(fmt::format("{} can't be written: {}", file.string(), error.what()));
  }
}

int new_lab(const NewOptions& options) {
  const fs::path root = options.course.empty() ? course_root({}) : options.course;
  const fs::path list = root / "labs" / "course.json";
  const std::string before = base::read_file(list).value_or(kEmptyCourse);
  const Course course = course_in(root, before);
  static const base::Regex kName("[0-9]{2}_[a-z][a-z0-9_]*");
  if (!base::regex_match(options.name, kName))
    throw UsageError(
        fmt::format("'{}' is not the name of a lab\n  it begins with two digits: 11_scan", options.name));
  for (const Lab& lab : course.labs) {
    if (lab.name.substr(0, 2) == options.name.substr(0, 2))
      throw UsageError(fmt::format("{} has this number\n  choose another", lab.name));
  }
  const Declaration declaration = read_declaration(options.interface);
  for (const Lab& lab : course.labs) {
    if (lab.file == declaration.function + ".cuh")
      throw UsageError(fmt::format("the file of {} is {}, too\n  rename the function", lab.name, lab.file));
  }
  for (const char* folder : {"labs", "solutions"}) {
    if (fs::exists(root / folder / options.name))
      throw UsageError(fmt::format("{}/{} exists already", folder, options.name));
  }
  const std::string listed = with_lab(before, options.name);
  for (const auto& [file, text] : new_lab_files(options.name, declaration)) {
    write(root / file, text);
    say::print("wrote {}\n", (root / file).lexically_normal().string());
  }
  write(list, listed);
  say::print("added it to {}\n\n", list.lexically_normal().string());
  for (const Argument& argument : declaration.interface.arguments) {
    if (argument.is_array())
      say::print("{} is an {} array of {} elements: is that right?\n", argument.name,
                 argument.role == Argument::Role::in ? "input" : "output",
                 fmt::join(argument.extents, " x "));
  }
  say::print("  this is a guess: labs/{}/lab.json has it, too\n", options.name);
  say::print("next: write what is marked TODO:, then `{}`; `{}` says what is missing\n",
             base::command("selfcheck", "--write-tests"),
             base::command("selfcheck", "--lab " + std::to_string(std::stoi(options.name.substr(0, 2)))));
  return kGraded;
}

}  // namespace

Run new_lab(CommandOptions& command) {
  const auto options = std::make_shared<NewOptions>();
  command.positional("NAME", options->name, "The lab's folder: two digits and a name, 11_scan");
  command.option("--interface", options->interface, "The declaration of its function", "DECLARATION");
  command.course(options->course);
  return [options] {
    if (options->interface.empty())
      throw UsageError(
          "--interface is missing: the declaration of the lab's function\n  such as --interface 'void "
          "scan(const float* x, int n, float* y)'");
    return new_lab(*options);
  };
}

}  // namespace mergelab::app
