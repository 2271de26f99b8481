#include "submission/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "submission/compile.hpp"
#include "submission/policy.hpp"
#include "submission/source_file.hpp"

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

/// Whether a struct of the lab's file is as the interface says; what is called with is of its types.
std::string struct_test(const Argument& array) {
  std::string fields;
  std::size_t offset = 0;
  for (const Field& field : array.fields) {
    fields += fmt::format(
        " &&\n    std::is_same<decltype(T::{0}), {1}>::value && __builtin_offsetof(T, {0}) == {2}",
        field.name, element_type_named(field.type).spelling, offset);
    offset += field.bytes();
  }
  return fmt::format(
      "template <class T, class = void>\nconstexpr bool mergelab_is_{0} = false;\n"
      "template <class T>\nconstexpr bool mergelab_is_{0}<T, std::enable_if_t<\n"
      "    std::is_trivially_copyable<T>::value && sizeof(T) == {1}{2}>> = true;\n",
      array.type, offset, fields);
}

/// Each word that a type of the call is spelled with, once.
std::vector<std::string> words_of_types(const Interface& interface) {
  std::vector<std::string> words;
  for (const ElementType& type : element_types()) {
    if (!interface.uses(type.name) && type.name != "int" && type.name != "value") continue;
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
    const std::string_view type = argument.spelling();
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

std::string struct_tests(const Interface& interface) {
  std::string text = interface.structs().empty() ? "" : "#include <type_traits>\n";
  for (const Argument* const array : interface.structs()) text += struct_test(*array);
  return text;
}

std::string struct_check(const Argument& array) {
  return fmt::format("static_assert(mergelab_is_{0}<{0}>, \"expected {1}\");\n", array.type,
                     struct_declaration(array));
}

/// Only the call itself follows the lab's file, and it is checked against the policy like that file.
std::string adapter_of(const Lab& lab, const std::vector<std::string>& references) {
  std::string text = "#include <mergelab/lab.cuh>\n#include \"adapter.inc\"\n";
  if (lab.on_ranks()) text += "#include \"transport.inc\"\n";
  text += struct_tests(lab.interface);
  for (const std::string& file : references)
    text += fmt::format("#include \"{}/{}\"\n", kReferenceFolder, file);
  text += fmt::format("#include \"{}\"\n", lab.file);
  for (const std::string& word : words_of_types(lab.interface)) text += without_macro(lab.file, word);
  for (const char* name : kNames) text += without_macro(lab.file, name);
  if (lab.on_ranks()) text += without_macro(lab.file, "CallTransport");
  for (const Argument* const array : lab.interface.structs()) text += without_macro(lab.file, array->type);
  if (!lab.interface.structs().empty()) text += without_macro(lab.file, "static_assert");
  for (const Argument* const array : lab.interface.structs()) text += struct_check(*array);
  return text + call_of(lab.interface, lab.function);
}

namespace {

namespace fs = std::filesystem;

void write_file(const fs::path& path, const std::string& bytes) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << bytes << std::flush;
  if (!stream) {
    throw std::runtime_error(
        fmt::format("can't write '{}'; is the folder read-only, or the disk full?", path.string()));
  }
}

struct Text {
  std::string bytes;
  bool is_reference = false;
};
using Texts = std::map<std::string, Text>;  // by the file's name

/// The files that `file` may include, in turn.
std::set<std::string> reached_from(const std::string& file, const Texts& texts) {
  std::set<std::string> reached{file};
  std::vector<std::string> left{file};
  while (!left.empty()) {
    const std::string bytes = texts.at(left.back()).bytes;
    left.pop_back();
    for (const auto& [name, text] : texts) {
      if (may_include(bytes, name) && reached.insert(name).second) left.push_back(name);
    }
  }
  return reached;
}

/// Other labs' files that the lab can't include, and what to do about it.
std::map<std::string, std::string> absent_files(const Course& course, const Lab& lab,
                                                const Sources& sources) {
  std::map<std::string, std::string> absent;
  bool is_earlier = true;
  for (const Lab& each : course.labs) {
    if (each.name == lab.name) {
      is_earlier = false;
    } else if (!is_earlier) {
      absent[each.file] =
          fmt::format("{} belongs to lab {}: {} of lab {} can include only files of earlier labs", each.file,
                      lab_number(each), lab.file, lab_number(lab));
    } else if (!sources.contains(each.name)) {
      absent[each.file] = fmt::format(
          "{} of lab {} is missing: hand it in with {}, or copy what you need of it into this file",
          each.file, lab_number(each), lab.file);
    }
  }
  return absent;
}

}  // namespace

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw std::runtime_error(fmt::format("can't create the folder '{}' ({}); choose a writable one",
                                         folder.string(), error.message()));
  }
}

Layout lay_out(const Course& course, const Lab& lab, const Sources& sources, const Toolchain& toolchain,
               const fs::path& folder) {
  Layout layout;
  const auto own = sources.find(lab.name);
  const SourceFile file = own == sources.end() ? SourceFile{.missing = true, .refusal = {}, .bytes = {}}
                                               : read_source(own->second.file);
  if (file.missing) {
    layout.verdict = Verdict::not_submitted;
    layout.log = lab.file + " is not in the submission\n";
    return layout;
  }
  if (!file.good()) {
    layout.verdict = Verdict::build_failed;
    layout.log = fmt::format("{} {}\n", lab.file, file.refusal);
    return layout;
  }
  Texts texts{{lab.file, {file.bytes}}};
  for (const auto& [name, source] : sources) {
    if (name == lab.name) continue;
    const Lab& used = *course.find_lab(name);
    const SourceFile earlier = read_source(source.file);
    if (earlier.good()) texts[used.file] = {earlier.bytes, source.is_reference};
    if (!earlier.refusal.empty())
      layout.notes += fmt::format("{} was not accepted: it {}\n", used.file, earlier.refusal);
  }

  layout.absent = absent_files(course, lab, sources);
  const fs::path folder_of_files = folder / "src";
  const std::set<std::string> reached = reached_from(lab.file, texts);
  for (const Lab& each : course.labs) {
    const auto found = texts.find(each.file);
    if (found == texts.end()) continue;
    const Text& text = found->second;
    if (!text.is_reference) {
      if (reached.contains(each.file)) layout.odd_characters += odd_characters_in(text.bytes, each.file);
      write_file(folder_of_files / each.file, text.bytes);
      layout.sources.push_back(folder_of_files / each.file);
    } else if (reached.contains(each.file)) {
      make_folder(folder_of_files / kReferenceFolder);
      write_file(folder_of_files / kReferenceFolder / each.file, "#pragma once\n" + text.bytes);
      write_file(folder_of_files / each.file, "");
      layout.references.push_back(each.file);
    }
  }
  write_file(folder_of_files / "adapter.cu", adapter_of(lab, layout.references));
  const std::string names = course_rules(lab.forbidden);
  write_file(folder / kPolicyFile, names + policy_text(toolchain, lab.kit));
  write_file(folder / kGpuPolicyFile, names + gpu_policy_text(toolchain, lab.kit));
  return layout;
}

void remove_references(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder / "src" / kReferenceFolder, ignored);
}

}  // namespace mergelab::submission
