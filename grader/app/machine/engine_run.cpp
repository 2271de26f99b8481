#include "app/machine/engine_run.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "app/command_line/errors.hpp"
#include "app/machine/toolchain.hpp"
#include "sandbox/process.hpp"
#include "submission/compile.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

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
