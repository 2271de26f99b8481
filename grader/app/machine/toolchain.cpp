#include "app/machine/toolchain.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

#include "app/command_line/errors.hpp"
#include "base/program_name.hpp"
#include "sandbox/level.hpp"
#include "sandbox/process.hpp"
#include "submission/compile.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

fs::path must_exist(const fs::path& program) {
  if (!fs::exists(program)) {
    throw EnvironmentError(fmt::format("{} is missing\n  {} again", program.string(),
                                       base::is_installed() ? "install mergelab" : "run ./lab to build it"));
  }
  return program;
}

}  // namespace

std::string find_compiler() {
  const char* chosen = std::getenv("CXX");
  if (chosen != nullptr && *chosen != '\0') {
    if (submission::compiler_version(chosen).empty()) {
      throw UsageError(
          fmt::format("the compiler '{}' that CXX names can't be run\n  set CXX to a C++ compiler, or unset "
                      "it to use g++ or clang++",
                      chosen));
    }
    return chosen;
  }
  for (const char* name : {"c++", "g++", "clang++"}) {
    if (!submission::compiler_version(name).empty()) return name;
  }
  throw EnvironmentError(
      "no C++ compiler found\n  the grader compiles submissions: install one (Debian: apt-get install g++) "
      "or set CXX");
}

fs::path source_root() {
  if (base::is_installed()) return build_root().parent_path().parent_path() / "share" / "mergelab";
  constexpr std::string_view built_from = MERGELAB_SOURCE_DIR;  // empty in a portable build
  return built_from.empty() ? build_root().parent_path() : fs::path(built_from);
}

fs::path build_root() { return fs::read_symlink("/proc/self/exe").parent_path().parent_path(); }

Programs find_programs() {
  const fs::path bin = build_root() / "bin";
  const fs::path source = source_root();
  Programs programs;
  programs.judge = must_exist(bin / "mergelab-judge");
  static_cast<void>(must_exist(bin / "mergelab-init"));  // the sandbox's own
  programs.gpu_worker = bin / "mergelab-worker-gpu";
  programs.yardsticks = build_root() / "lib";
  // A build without the CPU engine has neither.
  if (fs::exists(bin / "mergelab-worker") || !fs::exists(programs.gpu_worker)) {
    programs.worker = must_exist(bin / "mergelab-worker");
    programs.toolchain.simt_cc = must_exist(bin / "simt-cc");
  }
  programs.toolchain.include_dir = must_exist(source / "include");
  programs.toolchain.worker_dir = must_exist(source / "grader" / "worker");
  programs.toolchain.compiler = find_compiler();
  if (const char* kept = std::getenv(kKeptObjects)) programs.toolchain.kept_objects = kept;
  return programs;
}

fs::path course_root(const fs::path& given) {
  const fs::path root = given.empty() ? source_root() : given;
  if (!fs::is_directory(root))
    throw UsageError(fmt::format("the course folder {} does not exist", root.string()));
  return fs::absolute(root).lexically_normal();
}

}  // namespace mergelab::app
