#include "submission/adapter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace mergelab::submission {
namespace {

/// What the call names, besides the types of its arguments.
constexpr const char* kNames[] = {"const",
                                  "void",
                                  "bool",
                                  "unsigned",
                                  "char",
                                  "sizeof",
                                  "return",
                                  "extern",
                                  "for",
                                  "static_cast",
                                  "MergelabCall",
                                  "mergelab",
                                  "mergelab_call",
                                  "mergelab_value_size",
                                  "mergelab_install_hooks",
                                  "mergelab_at",
                                  "mergelab_row",
                                  "mergelab_row_at",
                                  "mergelab_calls",
                                  "mergelab_array",
                                  "mergelab_number",
                                  "mergelab_returned",
                                  "hooks",
                                  "call"};

/// A macro of the lab's file must not reach the call: a record that is taken for an int has another size.
std::string without_macro(const std::string& file, std::string_view name) {
  return fmt::format("#ifdef {0}\n#error {1} defines {0} as a macro; the grader needs the name\n#endif\n",
                     name, file);
}

/// Each word that a type of the call is spelled with, once.
std::vector<std::string> words_of_types(const Interface& interface) {
  std::vector<std::string> words;
  for (const ElementType& type : element_types()) {
    const bool is_used = std::any_of(interface.arguments.begin(), interface.arguments.end(),
                                     [&](const Argument& argument) { return argument.type == type.name; });
    if (!is_used && interface.returns != type.name && type.name != "int" && type.name != "value") continue;
    std::istringstream spelling{std::string(type.spelling)};
    for (std::string word; spelling >> word;) {
      if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
    }
  }
  return words;
}

}  // namespace

std::string call_of(const Interface& interface, std::string_view function) {
  std::string arguments;
  std::size_t offset = 0;
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const Argument& argument = interface.arguments[i];
    if (!arguments.empty() || interface.runs == Runs::ranks) arguments += ",";
    arguments += "\n        ";
    const std::string_view type = element_type_named(argument.type).spelling;
    if (argument.is_array()) {
      arguments += fmt::format("mergelab_array<{}{}>(call, {}, mergelab_row + {})",
                               argument.role == Argument::Role::in ? "const " : "", type, i, offset);
    } else {
      arguments += fmt::format("mergelab_number<{}>(mergelab_row + {})", type, offset);
    }
    offset += bytes_in_row(argument);
  }
  std::string text = "extern \"C\" void mergelab_call(const MergelabCall* call) {\n";
  if (interface.runs == Runs::ranks) text += "  mergelab::CallTransport mergelab_transport(*call);\n";
  text += fmt::format(
      "  for (int mergelab_at = 0; mergelab_at < mergelab_calls(call); ++mergelab_at) {{\n"
      "    const unsigned char* mergelab_row = mergelab_row_at(call, mergelab_at, {});\n    ",
      offset);
  if (!interface.returns.empty())
    text += fmt::format("mergelab_returned<{}>(call, mergelab_at) =\n    ",
                        element_type_named(interface.returns).spelling);
  return text + fmt::format("{}({}{});\n  }}\n}}\n", function,
                            interface.runs == Runs::ranks ? "mergelab_transport" : "", arguments);
}

/// Only the call itself follows the lab's file, and it is checked against the policy like that file.
std::string adapter_of(const Lab& lab, const std::vector<std::string>& references) {
  std::string text = "#include <mergelab/lab.cuh>\n#include \"adapter.inc\"\n";
  if (lab.on_ranks()) text += "#include \"transport.inc\"\n";
  for (const std::string& file : references)
    text += fmt::format("#include \"{}/{}\"\n", kReferenceFolder, file);
  text += fmt::format("#include \"{}\"\n", lab.file);
  for (const std::string& word : words_of_types(lab.interface)) text += without_macro(lab.file, word);
  for (const char* name : kNames) text += without_macro(lab.file, name);
  if (lab.on_ranks()) text += without_macro(lab.file, "CallTransport");
  return text + call_of(lab.interface, lab.function);
}

}  // namespace mergelab::submission
