#include "app/machine/own_programs.hpp"

#include <fstream>
#include <future>

#include "app/command_line/console.hpp"
#include "app/machine/children.hpp"
#include "submission/compile.hpp"

namespace mergelab::app {
namespace {

// What the program includes of CCCL, by its three folders.
constexpr std::array<std::pair<const char*, const char*>, 3> kParts{
    {{"cub", "cub/version.cuh"}, {"thrust", "thrust/version.h"}, {"libcudacxx/include", "cuda/std/version"}}};
constexpr std::size_t kMostLines = 6;  // of a compiler's errors

void compile(std::vector<std::string> command) {
  std::string messages;
  std::size_t lines = 0;
  const std::string named = command.back();
  const int status = run_lines(std::move(command), [&](const std::string& line) {
    if (line.find("error") != std::string::npos && ++lines <= kMostLines) messages += line + "\n  ";
  });
  if (status != 0)
    throw EnvironmentError(
        fmt::format("nvcc can't compile {} (status {})\n  {}a CCCL that is much newer than the toolkit may "
                    "need a newer toolkit: CUDACXX names its nvcc",
                    fs::path(named).filename().string(), status, messages));
}

std::string run_in(const fs::path& folder, std::vector<std::string> words, const char* what) {
  sandbox::Command command;
  command.argv = std::move(words);
  command.env = {{"PATH", submission::tool_path()}, {"LANG", "C"}, {"TMPDIR", folder.string()}};
  command.directory = folder;
  command.limits.cpu_s = 30;
  command.limits.wall_s = 120;
  command.limits.open_files = 256;
  command.limits.file_bytes = std::int64_t{256} << 20;
  const sandbox::Exit exit = sandbox::run(command);
  if (exit.end != sandbox::End::exited || exit.code != 0)
    throw EnvironmentError(
        fmt::format("{} failed on one of the grader's own kernels\n{}", what, exit.output));
  return exit.output;
}

}  // namespace

void check_rival(const fs::path& cccl) {
  constexpr const char* kWhat =
      "--rival takes a checkout of CCCL (NVIDIA/cccl), or a folder that contains its folders cub, thrust and "
      "libcudacxx";
  if (!fs::is_directory(cccl))
    throw UsageError(fmt::format("folder '{}' does not exist\n  {}", cccl.string(), kWhat));
  for (const auto& [folder, header] : kParts) {
    if (!fs::exists(cccl / folder / header))
      throw UsageError(fmt::format("there is no {}/{} in '{}'\n  {}", folder, header, cccl.string(), kWhat));
  }
}

fs::path build_rival_program(const Gpu& gpu, const fs::path& source, const fs::path& cccl,
                             const fs::path& folder) {
  const fs::path sources = source / "library" / "bench" / "passing_cub";
  std::vector<std::string> rival{"-DRIVAL=rival_cub"};
  for (const auto& [part, header] : kParts) rival.push_back("-I" + fs::absolute(cccl / part).string());
  struct Object {
    const char *source, *object;
    std::vector<std::string> flags;
  };
  const std::vector<std::string> includes(rival.begin() + 1, rival.end());
  const std::array<Object, 4> objects{{{"main.cu", "main.o", {}},
                                       {"rival.cu", "toolkit.o", {"-DRIVAL=toolkit_cub"}},
                                       {"rival.cu", "rival.o", rival},
                                       {"tuned.cu", "tuned.o", includes}}};
  const std::vector<std::string> start{gpu.nvcc.string(), "-O3", "-std=c++17",
                                       fmt::format("-arch=sm_{}", gpu.compute_capability),
                                       "-I" + (source / "library" / "include").string()};
  std::vector<std::future<void>> compilations;
  std::vector<std::string> link = start;
  for (const Object& object : objects) {
    std::vector<std::string> command = start;
    command.insert(command.end(), object.flags.begin(), object.flags.end());
    const std::string output = (folder / object.object).string();
    command.insert(command.end(), {"-c", "-o", output, (sources / object.source).string()});
    compilations.push_back(std::async(std::launch::async, compile, std::move(command)));
    link.push_back(output);
  }
  for (std::future<void>& compilation : compilations) compilation.wait();
  for (std::future<void>& compilation : compilations) compilation.get();
  fs::path program = folder / "passing_cub";
  link.insert(link.end(), {"-o", program.string()});
  compile(std::move(link));
  return program;
}

std::string count_on_engine(const std::string& source, WorkFolder& work) {
  const Programs programs = find_programs();
  const fs::path run = build_root() / "bin" / "simt-run";
  if (programs.toolchain.simt_cc.empty() || !fs::exists(run))
    throw UsageError(
        "this mergelab was built without the CPU engine, which computes the answers to this lab's questions");
  const fs::path folder = work.fresh("engine");
  fs::create_directories(folder);
  std::ofstream(folder / kEngineFile) << source;
  const std::string object = (folder / "main.so").string();
  static_cast<void>(
      run_in(folder,
             {fs::absolute(programs.toolchain.simt_cc).string(), "--compiler", programs.toolchain.compiler,
              "--instrument", "-o", object, (folder / kEngineFile).string()},
             "the compiler"));
  return run_in(folder, {run.string(), "--count", object}, "the CPU engine");
}

}  // namespace mergelab::app
