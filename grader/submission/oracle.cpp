#include "submission/oracle.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

#include "base/hash.hpp"
#include "base/read_file.hpp"
#include "sandbox/find_program.hpp"
#include "submission/adapter.hpp"
#include "submission/compile.hpp"
#include "submission/layout.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFunction = "expected";

std::string parameter_types(const Interface& interface) {
  std::string types;
  for (const Argument& argument : interface.arguments) {
    if (!types.empty()) types += ", ";
    if (argument.role == Argument::Role::in) types += "const ";
    types += element_type_named(argument.type).spelling;
    if (argument.is_array()) types += "*";
  }
  return types;
}

std::vector<std::string> compile_command(const Toolchain& toolchain, const fs::path& source,
                                         const fs::path& object) {
  return {toolchain.compiler,
          "-std=c++20",
          "-O2",
          "-g1",
          "-fPIC",
          "-shared",
          "-Wall",
          "-Wextra",
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
  for (const fs::path& file : {toolchain.include_dir / "mergelab" / "oracle.hpp",
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

/// A copy that no other process sees in part.
void keep(const fs::path& object, const fs::path& file) {
  std::error_code error;
  const fs::path whole = file.string() + fmt::format(".{}", ::getpid());
  fs::create_directories(file.parent_path(), error);
  if (fs::copy_file(object, whole, fs::copy_options::overwrite_existing, error))
    fs::rename(whole, file, error);
  if (error) fs::remove(whole, error);
}

}  // namespace

std::string oracle_adapter(const Lab& lab) {
  const std::string returns(lab.interface.returns.empty()
                                ? std::string_view("void")
                                : element_type_named(lab.interface.returns).spelling);
  Interface on_host = lab.interface;
  on_host.runs = Runs::host;
  return fmt::format(
             "#include \"oracle.cpp\"\n#include \"call.h\"\n#include \"call_arguments.inc\"\n"
             "namespace mergelab_oracle {{\ntemplate <class One, class Other> constexpr bool is_same = "
             "false;\n"
             "template <class One> constexpr bool is_same<One, One> = true;\n}}\n"
             "static_assert(mergelab_oracle::is_same<decltype(&{0}), {1} (*)({2})>, \"{0} has other "
             "parameters "
             "than the lab's function\");\n"
             "extern \"C\" int mergelab_value_size(void) {{ return sizeof(int); }}\n"
             "extern \"C\" int mergelab_device_todo(char*, int) {{ return 0; }}\n"
             "extern \"C\" void mergelab_install_hooks(void (*)(const char*, int), bool (*)(unsigned int, "
             "unsigned int)) {{}}\n",
             kFunction, returns, parameter_types(lab.interface)) +
         call_of(on_host, kFunction);
}

OracleBuild build_oracle(const Lab& lab, const Toolchain& toolchain, const fs::path& folder,
                         const fs::path& kept) {
  const auto source = base::read_file(lab.oracle);
  if (!source) return {{}, fmt::format("{} can't be read", lab.oracle.string())};
  const std::string adapter = oracle_adapter(lab);
  const fs::path kept_object = kept.empty() ? fs::path() : kept / key_of(adapter + *source, toolchain);
  std::error_code error;
  if (!kept_object.empty() && fs::exists(kept_object, error)) return {kept_object, ""};

  const fs::path root = fs::absolute(folder).lexically_normal(), src = root / "src";
  make_folder(src);
  make_folder(root / "tmp");
  std::ofstream(src / "oracle.cpp") << *source;
  std::ofstream(src / "adapter.cpp") << adapter;
  const fs::path object = root / "oracle.so";
  const CompileJob job{.kind = {},
                       .folder = root,
                       .object = object,
                       .temporary = root / "tmp",
                       .cpu_limit_s = lab.limits.build_cpu_s,
                       .log = {}};
  const sandbox::Exit exit =
      sandbox::run(command_of(compile_command(toolchain, src / "adapter.cpp", object), job, toolchain));
  if (exit.end != sandbox::End::exited || exit.code != 0) {
    std::string said = exit.output.empty() ? "the compiler did not end by itself" : exit.output;
    const std::string prefix = src.string() + "/";
    for (std::size_t at = 0; (at = said.find(prefix, at)) != std::string::npos;)
      said.erase(at, prefix.size());
    return {{},
            fmt::format("labs/{}/oracle.cpp does not compile; it has to define\n  {}\n{}", lab.name,
                        declaration_of(lab.interface, kFunction), said)};
  }
  if (!kept_object.empty()) keep(object, kept_object);
  return {object, ""};
}

}  // namespace mergelab::submission
