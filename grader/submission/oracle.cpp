#include "submission/oracle.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <optional>

#include "base/atomic_file.hpp"
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

}  // namespace

std::string oracle_adapter(const Lab& lab) {
  Interface on_host = lab.interface;
  on_host.runs = Runs::host;
  return fmt::format(
             "#include \"oracle.cpp\"\n#include \"call.h\"\n#include \"call_arguments.inc\"\n"
             "[[maybe_unused]] static {} = {};\n"
             "extern \"C\" int mergelab_value_size(void) {{ return sizeof(int); }}\n"
             "extern \"C\" int mergelab_device_todo(char*, int) {{ return 0; }}\n"
             "extern \"C\" void mergelab_install_hooks(void (*)(const char*, int), bool (*)(unsigned int, "
             "unsigned int)) {{}}\n",
             declaration_of(lab.interface, "(*const mergelab_expected)"), kFunction) +
         call_of(on_host, kFunction);
}

OracleBuild build_oracle(const Lab& lab, const Toolchain& toolchain, const fs::path& folder,
                         const fs::path& kept) {
  const auto source = base::read_file(lab.oracle);
  if (!source) return {{}, fmt::format("{} can't be read", lab.oracle.string())};
  const std::string adapter = oracle_adapter(lab);
  const fs::path kept_object = kept.empty() ? fs::path() : kept / key_of(adapter + *source, toolchain);
  const fs::path root = fs::absolute(folder).lexically_normal(), src = root / "src";
  const fs::path object = root / "oracle.so";
  if (const auto bytes = kept_object.empty() ? std::nullopt : kept_bytes(kept_object)) {
    make_folder(root);
    base::write_atomically(object, *bytes);
    make_readable(object);
    return {object, ""};
  }
  make_folder(src);
  make_folder(root / "tmp");
  std::ofstream(src / "oracle.cpp") << *source;
  std::ofstream(src / "adapter.cpp") << adapter;
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
  make_readable(object);
  return {object, ""};
}

}  // namespace mergelab::submission
