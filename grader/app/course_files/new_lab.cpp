#include "app/course_files/new_lab.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <vector>

#include "app/command_line/errors.hpp"

namespace mergelab::app {
namespace {

using Role = Argument::Role;

[[noreturn]] void fail(const std::string& what) {
  throw UsageError(what + "\n  --interface 'void scan(const float* x, int n, float* y)' is one");
}

/// With one blank between words, and none round a star.
std::string tidied(const std::string& text) {
  static const std::regex kBlanks(R"(\s+)"), kStars(R"(\s*\*\s*)"), kEnds(R"(^ | $)");
  return std::regex_replace(std::regex_replace(std::regex_replace(text, kBlanks, " "), kStars, "* "), kEnds,
                            "");
}

bool is_integer(const std::string& type) { return element_type_named(type).kind != ElementType::Kind::real; }

std::string checked_type(const std::string& spelling) {
  std::vector<std::string_view> known;
  for (const ElementType& type : element_types()) {
    if (type.kind == ElementType::Kind::value) continue;
    if (type.spelling == spelling) return std::string(type.name);
    known.push_back(type.spelling);
  }
  fail(fmt::format("the type '{}' is not one of {}", spelling, fmt::join(known, ", ")));
}

Argument read_parameter(const std::string& text) {
  static const std::regex kParameter(R"((const )?([A-Za-z][A-Za-z ]*?)(\*)? ([A-Za-z_]\w*))");
  std::smatch parts;
  if (!std::regex_match(text, parts, kParameter)) fail(fmt::format("'{}' is not a parameter", text));
  Argument argument{.name = parts[4], .role = Role::parameter, .type = checked_type(parts[2])};
  if (parts[3].matched) {
    argument.role = parts[1].matched ? Role::in : Role::out;
  } else if (is_integer(argument.type)) {
    argument.role = Role::size;
  }
  return argument;
}

/// The integer after an array is usually its length.
void guess_extents(Interface& interface) {
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
    array.extents = {after == interface.arguments.end() ? last : after->name};
  }
}

constexpr const char* kCompare = R"("compare": { "absolute": 1e-5, "relative": 1e-5 })";

std::string argument_json(const Argument& argument) {
  const std::string type = argument.type == "int" ? "" : fmt::format(R"("type": "{}", )", argument.type);
  if (argument.role == Role::size)
    return fmt::format(R"({{ "name": "{}", {}"size": true }})", argument.name, type);
  if (!argument.is_array())
    return fmt::format(R"({{ "name": "{}", "type": "{}" }})", argument.name, argument.type);
  const std::string compare =
      argument.is_output() && !is_integer(argument.type) ? fmt::format(", {}", kCompare) : "";
  return fmt::format(R"({{ "name": "{}", {}"{}": ["{}"]{} }})", argument.name, type, to_string(argument.role),
                     argument.extents.front(), compare);
}

std::string lab_json(const Declaration& declaration) {
  const Interface& interface = declaration.interface;
  std::vector<std::string> arguments;
  for (const Argument& argument : interface.arguments)
    arguments.push_back("      " + argument_json(argument));
  std::string returns;
  if (!interface.returns.empty()) {
    returns = fmt::format("    \"returns\": \"{}\",\n", interface.returns);
    if (!is_integer(interface.returns)) returns += fmt::format("    {},\n", kCompare);
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

/// A case with this value for every size.
std::string case_json(const Interface& interface, const char* name, int size) {
  std::vector<std::string> numbers;
  for (const Argument& argument : interface.arguments) {
    if (!argument.is_array())
      numbers.push_back(fmt::format("\"{}\": {}", argument.name, argument.role == Role::size ? size : 1));
  }
  return fmt::format(R"(      {{ "name": "{}", "arguments": {{ {} }} }})", name, fmt::join(numbers, ", "));
}

std::string cases_json(const Interface& interface) {
  return fmt::format(R"({{
  "schema": "mergelab.cases/1",
  "families": [
    {{ "name": "plain", "about": "ordinary inputs", "cases": [
{},
{} ] }},
    {{ "name": "edges", "about": "the smallest inputs", "cases": [
{} ] }}
  ]
}}
)",
                     case_json(interface, "hundred", 100), case_json(interface, "thousand", 1000),
                     case_json(interface, "one", 1));
}

std::string lab_file(const Declaration& declaration, bool is_skeleton) {
  return fmt::format(R"(// What {0} is for.
#pragma once

#include <mergelab/lab.cuh>

/// What the results are, for device arrays.
inline {1} {{
  // TODO 1 begin: launch kernels
{2}  // TODO 1 end
}}
)",
                     declaration.function, declaration_of(declaration.interface, declaration.function),
                     is_skeleton ? "  LAB_TODO(1);\n" : "");
}

std::string oracle(const Declaration& declaration) {
  std::string body;
  for (const Argument& argument : declaration.interface.arguments) {
    if (argument.is_output())
      body += fmt::format("  // Fill {}[0] to {}[{} - 1].\n", argument.name, argument.name,
                          argument.extents.front());
  }
  if (!declaration.interface.returns.empty()) body += "  return 0;\n";
  return fmt::format("// What is right.\n#include <mergelab/oracle.hpp>\n\n{} {{\n{}}}\n",
                     declaration_of(declaration.interface, "expected"), body);
}

}  // namespace

Declaration read_declaration(const std::string& text) {
  static const std::regex kFunction(R"(([A-Za-z][A-Za-z ]*?) ([A-Za-z_]\w*) ?\((.*)\) ?;?)");
  std::smatch parts;
  const std::string tidy = tidied(text);
  if (!std::regex_match(tidy, parts, kFunction))
    fail(fmt::format("'{}' is not the declaration of a function", text));
  Declaration declaration{.function = parts[2],
                          .interface = {.runs = Runs::device, .arguments = {}, .returns = {}}};
  if (parts[1] != "void") declaration.interface.returns = checked_type(parts[1]);
  static const std::regex kComma(" ?, ?");
  const std::string list = parts[3];
  for (std::sregex_token_iterator at(list.begin(), list.end(), kComma, -1), end; at != end; ++at)
    declaration.interface.arguments.push_back(read_parameter(tidied(*at)));
  if (declaration.interface.arguments.size() > kMostArguments)
    fail(fmt::format("a function has at most {} parameters", kMostArguments));
  guess_extents(declaration.interface);
  return declaration;
}

std::map<std::string, std::string> new_lab_files(const std::string& name, const Declaration& declaration) {
  const std::string lab = "labs/" + name + "/", solution = "solutions/" + name + "/";
  const std::string file = declaration.function + ".cuh";
  return {{lab + "lab.json", lab_json(declaration)},
          {lab + "cases.json", cases_json(declaration.interface)},
          {lab + "oracle.cpp", oracle(declaration)},
          {lab + "README.md",
           fmt::format(
               "# {}\n\n## Goal\n\n## Idea\n\n## Task\n\n## Grading\n\n## Pitfalls\n\n## Further reading\n",
               name)},
          {lab + file, lab_file(declaration, true)},
          {solution + file, lab_file(declaration, false)}};
}

}  // namespace mergelab::app
