#include "submission/layout.hpp"

#include <fstream>
#include <set>
#include <sstream>

#include "base/atomic_file.hpp"
#include "base/hash.hpp"
#include "base/lines.hpp"
#include "base/read_file.hpp"
#include "base/regex.hpp"
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
      if (std::ranges::find(words, word) == words.end()) words.push_back(word);
    }
  }
  return words;
}

/// The text of adapter.cu; `references`: files of the reference solution that stand in for earlier labs'.
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

namespace fs = std::filesystem;

void write_file(const fs::path& path, const std::string& bytes) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << bytes << std::flush;
  if (!stream)
    throw std::runtime_error(
        fmt::format("can't write '{}'; is the folder read-only, or the disk full?", path.string()));
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

std::vector<std::string> compile_command(const Toolchain& toolchain, const fs::path& source,
                                         const fs::path& object) {
  return {toolchain.compiler,
          "-std=c++20",
          "-O2",
          "-g1",
          "-fPIC",
          "-shared",
          "-Wl,-z,defs",
          "-Wall",
          "-Wextra",
          "-D_GLIBCXX_ASSERTIONS",
          "-I",
          fs::absolute(toolchain.include_dir).string(),
          "-I",
          fs::absolute(toolchain.worker_dir).string(),
          "-o",
          object.string(),
          source.string()};
}

/// What the object depends on.
std::string key_of(const std::string& source, const Toolchain& toolchain) {
  std::uint64_t hash = base::hash_text(base::kHashOfNothing, source);
  for (const std::string& word : compile_command(toolchain, "", "")) hash = base::hash_text(hash, word);
  for (const fs::path& file :
       {toolchain.include_dir / "mergelab" / "oracle.hpp", toolchain.include_dir / "mergelab" / "half.hpp",
        toolchain.worker_dir / "call.h", toolchain.worker_dir / "call_arguments.inc"})
    hash = base::hash_text(hash, base::read_file(file).value_or(""));
  std::error_code error;
  if (const auto compiler = sandbox::find_program(toolchain.compiler, tool_path())) {
    const fs::path real = fs::canonical(*compiler, error);
    hash = base::hash_text(hash, fmt::format("{} {} {}", real.string(), fs::file_size(real, error),
                                             fs::last_write_time(real, error).time_since_epoch().count()));
  }
  return fmt::format("oracle_{:016x}.so", hash);
}

/// Whether only this user, or root, can have written it.
bool is_ours(const fs::path& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && !S_ISLNK(status.st_mode) &&
         (status.st_uid == ::geteuid() || status.st_uid == 0) && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::optional<std::string> kept_bytes(const fs::path& file) {
  return is_ours(file.parent_path()) && is_ours(file) ? base::read_file(file) : std::nullopt;
}

/// If it can be kept: nothing depends on that.
void keep(const fs::path& object, const fs::path& file) {
  std::error_code error;
  const fs::path folder = file.parent_path();
  if (fs::create_directories(folder, error))
    fs::permissions(folder, fs::perms::group_write | fs::perms::others_write, fs::perm_options::remove,
                    error);
  const auto bytes = base::read_file(object);
  if (error || !bytes || !is_ours(folder)) return;
  try {
    base::write_atomically(file, *bytes);
    fs::permissions(file, fs::perms::group_write | fs::perms::others_write, fs::perm_options::remove, error);
  } catch (const base::WriteError&) {  // then it is compiled again
  }
}

/// Workers read it, which may have another user.
void make_readable(const fs::path& object) {
  std::error_code ignored;
  fs::permissions(object, fs::perms::group_read | fs::perms::others_read, fs::perm_options::add, ignored);
}

std::string type_of(const Argument& argument) {
  std::string spelling(argument.spelling());
  if (!argument.is_array()) return spelling;
  return (argument.role == Argument::Role::in ? "const " : "") + spelling + "*";
}

/// A function without a result, that writes the text which `check` or `explain` returns to its last argument.
std::string told(OracleCall call, const Lab& lab) {
  const Interface interface = interface_of(call, lab.interface);
  const std::size_t seen = interface.arguments.size() - (call == OracleCall::explain ? 3 : 1);
  std::string parameters, arguments;
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    parameters += fmt::format("{}{} a{}", i == 0 ? "" : ", ", type_of(interface.arguments[i]), i);
    if (i < seen) arguments += fmt::format("{}a{}", i == 0 ? "" : ", ", i);
  }
  std::string names;
  if (call == OracleCall::explain) {
    for (const Argument& argument : lab.interface.arguments) names += fmt::format("\"{}\", ", argument.name);
    arguments += fmt::format(", a{0} < 0 ? \"returned\" : mergelab_names[a{0}], a{1}", seen, seen + 1);
    names = fmt::format("  static const char* const mergelab_names[] = {{{}\"\"}};\n", names);
  }
  return fmt::format(
      "#include <string>\nstatic void mergelab_told({0}) {{\n{1}"
      "  const std::string mergelab_text = {2}({3});\n"
      "  const std::size_t mergelab_bytes = std::min<std::size_t>(mergelab_text.size(), {4});\n"
      "  a{5}[0] = mergelab_text.empty() ? {6} : {7};\n"
      "  *std::copy_n(mergelab_text.data(), mergelab_bytes, a{5} + 1) = 0;\n}}\n",
      parameters, names, to_string(call), arguments, kOracleTextBytes - 2, interface.arguments.size() - 1,
      static_cast<int>(kOracleSaysNothing), static_cast<int>(kOracleSaysSomething));
}

/// The compiler's first error, with the lines that it quotes below: the others often follow from it.
/// Of an error in a header the line of oracle.cpp comes first that leads there.
std::string first_error(const std::string& log, const Lab& lab) {
  std::string user, told;
  for (std::string line : base::lines_of(log)) {
    if (!told.empty() && !line.starts_with(' ')) break;
    if (const std::size_t at = line.find("oracle.cpp:"); told.empty() && at != std::string::npos) {
      line = "labs/" + lab.name + "/" + line.substr(at);
      user = line + "\n";
    }
    if (!told.empty())
      told += line + "\n";
    else if (line.find("error: ") != std::string::npos)
      told = (user == line + "\n" ? "" : user) + line + "\n";
    else if (const std::size_t at = line.find("undefined reference"); at != std::string::npos)
      return "it is declared, but not defined: " + line.substr(at) + "\n";
  }
  return told.empty() ? "the compiler did not end by itself\n" + log : told;
}

/// In front of a check of what oracle.cpp declares: the compiler names the line of the declaration.
std::string line_of(const std::string& declared, const std::string& source) {
  std::smatch found;
  const auto end = base::regex_search(source, found, base::Regex(declared)) ? found[0].first : source.begin();
  return fmt::format("#line {} \"oracle.cpp\"\n", 1 + std::count(source.begin(), end, '\n'));
}

/// Compiles the object of one call. Empty: it was built.
std::string compiled(const std::string& adapter, const std::string& source, const Lab& lab, OracleCall call,
                     const Toolchain& toolchain, const fs::path& root, const fs::path& object) {
  const fs::path src = root / "src";
  make_folder(src);
  make_folder(root / "tmp");
  std::ofstream(src / "oracle.cpp") << source;
  std::ofstream(src / "adapter.cpp") << adapter;
  const CompileJob job{.kind = {},
                       .folder = root,
                       .object = object,
                       .temporary = root / "tmp",
                       .cpu_limit_s = lab.limits.build_cpu_s,
                       .log = {}};
  const sandbox::Exit exit =
      sandbox::run(command_of(compile_command(toolchain, src / "adapter.cpp", object), job, toolchain));
  if (exit.end == sandbox::End::exited && exit.code == 0) return "";
  std::string needs;
  for (const Argument* const array : lab.interface.structs())
    needs += fmt::format("  {}\n", struct_declaration(*array));
  return fmt::format("labs/{}/oracle.cpp does not compile; it has to define\n{}  {}\n{}", lab.name, needs,
                     declaration_of(call, lab.interface), first_error(exit.output, lab));
}

/// What is compiled: `source`, which is oracle.cpp, and the call of its function.
std::string oracle_adapter(const Lab& lab, OracleCall call, const std::string& source) {
  std::string pointer = declaration_of(call, lab.interface);
  const std::string name(to_string(call));
  pointer.replace(pointer.find(name + "("), name.size(), "(*const mergelab_declared)");
  const bool gives_text = call == OracleCall::check || call == OracleCall::explain;
  std::string checks;
  for (const Argument* const array : lab.interface.structs())
    checks += line_of("struct\\s+" + array->type + "\\b", source) + struct_check(*array);
  return fmt::format(
             "#include <mergelab/oracle.hpp>\n{}#include \"oracle.cpp\"\n{}{}"
             "[[maybe_unused]] static {} = {};\n#line 1 \"adapter.cpp\"\n"
             "#include \"call.h\"\n#include \"call_arguments.inc\"\n"
             "extern \"C\" int mergelab_value_size(void) {{ return sizeof(int); }}\n"
             "extern \"C\" int mergelab_device_todo(char*, int) {{ return 0; }}\n"
             "extern \"C\" void mergelab_install_hooks(void (*)(const char*, int), bool (*)(unsigned int, "
             "unsigned int)) {{}}\n",
             struct_tests(lab.interface), checks, line_of("\\b" + name + "\\s*\\(", source), pointer, name) +
         (gives_text ? told(call, lab) : "") +
         call_of(interface_of(call, lab.interface), gives_text ? "mergelab_told" : name);
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

OracleBuild build_oracle(const Lab& lab, const Toolchain& toolchain, const fs::path& folder,
                         const fs::path& kept) {
  const auto source = base::read_file(lab.oracle);
  if (!source) return {{}, fmt::format("{} can't be read", lab.oracle.string())};
  std::vector<OracleCall> calls{OracleCall::expected};
  for (const OracleCall call : kMoreOracleCalls) {
    if (defines(*source, call)) calls.push_back(call);
  }
  const fs::path root = fs::absolute(folder).lexically_normal();
  make_folder(root);
  OracleBuild built;
  for (const OracleCall call : calls) {
    if (interface_of(call, lab.interface).arguments.size() > kMostArguments) {
      built.failure = fmt::format("labs/{}/oracle.cpp: {} would have more than {} arguments", lab.name,
                                  to_string(call), kMostArguments);
      return built;
    }
    const std::string adapter = oracle_adapter(lab, call, *source);
    const fs::path kept_object = kept.empty() ? fs::path() : kept / key_of(adapter + *source, toolchain);
    const fs::path object = root / fmt::format("{}.so", to_string(call));
    if (const auto bytes = kept_object.empty() ? std::nullopt : kept_bytes(kept_object)) {
      base::write_atomically(object, *bytes);
    } else {
      built.failure = compiled(adapter, *source, lab, call, toolchain, root, object);
      if (!built.failure.empty()) return built;
      if (!kept_object.empty()) keep(object, kept_object);
    }
    make_readable(object);
    built.objects[call] = object;
  }
  return built;
}

}  // namespace mergelab::submission
