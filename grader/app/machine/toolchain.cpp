#include "app/machine/toolchain.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <regex>
#include <string_view>
#include <vector>

#include "app/command_line/errors.hpp"
#include "base/program_name.hpp"
#include "sandbox/level.hpp"
#include "sandbox/process.hpp"
#include "submission/compile.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kOldestGcc = 12, kOldestClang = 14, kNewest = 25;

fs::path must_exist(const fs::path& program) {
  if (!fs::exists(program)) {
    throw EnvironmentError(fmt::format("{} is missing\n  {} again", program.string(),
                                       base::is_installed() ? "install mergelab" : "run ./lab to build it"));
  }
  return program;
}

}  // namespace

bool is_too_old(const std::string& version) {
  static const std::regex number(R"((\)|clang version) (\d{1,4})\.)");  // "g++ (Debian 12.2.0-14) 12.2.0"
  std::smatch found;
  return std::regex_search(version, found, number) &&
         std::stoul(found[2]) < (found[1] == ")" ? kOldestGcc : kOldestClang);
}

std::string find_compiler() {
  const std::string wanted = fmt::format("g++ {} or clang++ {}, or later", kOldestGcc, kOldestClang);
  const char* chosen = std::getenv("CXX");
  if (chosen != nullptr && *chosen != '\0') {
    const std::string version = submission::compiler_version(chosen);
    if (version.empty() || is_too_old(version))
      throw UsageError(fmt::format(
          "the compiler '{}' that CXX names {}\n  set CXX to {}, or unset it to use what is installed",
          chosen, version.empty() ? "can't be run" : "is too old: " + version, wanted));
    return chosen;
  }
  std::vector<std::string> names = {"c++", "g++", "clang++"};
  for (unsigned n = kNewest; n >= kOldestGcc; --n) names.push_back(fmt::format("g++-{}", n));
  for (unsigned n = kNewest; n >= kOldestClang; --n) names.push_back(fmt::format("clang++-{}", n));
  std::string old;
  for (const std::string& name : names) {
    const std::string version = submission::compiler_version(name);
    if (!version.empty() && !is_too_old(version)) return name;
    if (old.empty()) old = version;
  }
  throw EnvironmentError(fmt::format(
      "{}\n  the grader compiles submissions: install {} (Debian: apt-get install g++, Ubuntu 22.04: "
      "apt-get install g++-12), or set CXX to one",
      old.empty() ? "no C++ compiler found" : "the C++ compiler is too old: " + old, wanted));
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
  programs.toolchain.engine_dir = must_exist(source / "simt" / "include");
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
