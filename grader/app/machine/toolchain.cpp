#include "app/machine/toolchain.hpp"

#include <nlohmann/json.hpp>
#include <system_error>

#include "app/command_line/console.hpp"
#include "base/regex.hpp"

namespace mergelab::app {
namespace {

constexpr unsigned kOldestGcc = 12, kOldestClang = 14, kNewest = 25;

fs::path must_exist(const fs::path& program) {
  if (!fs::exists(program))
    throw EnvironmentError(fmt::format("{} is missing\n  {} again", program.string(),
                                       base::is_installed() ? "install mergelab" : "run ./lab to build it"));
  return program;
}

constexpr double kMostSeconds = 60;  // a first start of the driver takes its time
constexpr std::int64_t kNeededBytes = 1LL << 30;
constexpr int kOpenFiles = 1024;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string search_path() { return variable("PATH") + ":/usr/local/cuda/bin"; }

bool has_device_node() { return fs::exists("/dev/nvidiactl") || fs::exists("/dev/dxg"); }

std::optional<fs::path> find_nvcc() {
  const std::string chosen = variable("CUDACXX");
  return sandbox::find_program(chosen.empty() ? "nvcc" : chosen, search_path());
}

/// What a program of this machine prints, or nothing.
std::optional<sandbox::Exit> ask(std::vector<std::string> words) {
  sandbox::Command command;
  command.argv = std::move(words);
  command.env = cuda_environment();
  command.env["PATH"] = search_path();
  command.env["LANG"] = "C";
  command.limits.wall_s = kMostSeconds;
  command.limits.open_files = kOpenFiles;
  try {
    sandbox::Exit exit = sandbox::run(command);
    if (exit.end == sandbox::End::exited) return exit;
  } catch (const std::system_error&) {
    return std::nullopt;
  }
  return std::nullopt;
}

/// 13000 is "13.0".
std::string version(int number) { return fmt::format("{}.{}", number / 1000, number % 1000 / 10); }

std::string no_worker() {
  if (!has_device_node()) return "this machine has no NVIDIA GPU";
  if (!find_nvcc()) return "there is a GPU, but no CUDA toolkit: nvcc is not on the PATH";
  return "there is a GPU, but this mergelab was built without the GPU backend, which needs CUDA 12.4 or "
         "later: remove the build folder and run ./lab again";
}

std::string device_error(const nlohmann::json& answer) {
  const std::string name = answer.value("error", "");
  const int driver = answer.value("driver", 0), runtime = answer.value("runtime", 0);
  if (driver == 0)
    return has_device_node() ? "the NVIDIA driver can't be reached" : "this machine has no NVIDIA GPU";
  if (name == "cudaErrorInsufficientDriver")
    return fmt::format(
        "the NVIDIA driver is too old: it supports CUDA {}, but the toolkit is {}; update the driver, or "
        "build with an older toolkit",
        version(driver), version(runtime));
  if (name == "cudaErrorNoDevice") return "no NVIDIA GPU is visible; is CUDA_VISIBLE_DEVICES set?";
  if (name == "cudaErrorDevicesUnavailable")
    return "the GPU is busy: another program has exclusive use of it";
  if (name == "cudaErrorMemoryAllocation") return "other programs use all of the GPU's memory";
  return fmt::format("the GPU can't be used: {} ({})", answer.value("text", ""), name);
}

std::string toolkit_of(const fs::path& nvcc) {
  const auto exit = ask({nvcc.string(), "--version"});
  if (!exit || exit->code != 0) return "";
  constexpr std::string_view kWord = "release ";
  const std::size_t at = exit->output.find(kWord);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + kWord.size();
  return exit->output.substr(begin, exit->output.find(',', begin) - begin);
}

}  // namespace

bool is_too_old(const std::string& version) {
  static const base::Regex number(R"((\)|clang version) (\d{1,4})\.)");  // "g++ (Debian 12.2.0-14) 12.2.0"
  std::smatch found;
  return base::regex_search(version, found, number) &&
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

std::map<std::string, std::string> cuda_environment() {
  std::map<std::string, std::string> environment;
  for (const char* name : {"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "LD_LIBRARY_PATH"}) {
    if (const char* value = std::getenv(name)) environment[name] = value;  // empty says something too
  }
  return environment;
}

sandbox::Command gpu_trial(const fs::path& worker) {
  sandbox::Command command;
  command.argv = {worker.string(), "--device"};
  command.env = cuda_environment();
  command.limits.wall_s = kMostSeconds;
  command.limits.open_files = kOpenFiles;
  command.confinement.emplace();
  sandbox::show_gpu(command);
  return command;
}

GpuSearch find_gpu(const fs::path& worker) {
  if (!fs::exists(worker)) return {std::nullopt, no_worker()};
  const auto exit = ask({worker.string(), "--device"});
  const auto answer = nlohmann::json::parse(exit ? exit->output : "", nullptr, false);
  if (!answer.is_object()) return {std::nullopt, "the GPU did not respond; does nvidia-smi work?"};
  if (answer.contains("error")) return {std::nullopt, device_error(answer)};
  Gpu gpu;
  gpu.name = answer.value("name", "GPU");
  gpu.compute_capability = answer.value("compute_capability", 0);
  const std::int64_t free_bytes = answer.value("free_bytes", std::int64_t{0});
  if (free_bytes < kNeededBytes)
    return {
        std::nullopt,
        fmt::format("the {} has {} MiB of free memory, but grading needs {} MiB; other programs use the rest",
                    gpu.name, free_bytes >> 20, kNeededBytes >> 20)};
  const auto nvcc = find_nvcc();
  if (!nvcc)
    return {std::nullopt, fmt::format("there is an {}, but no nvcc on the PATH to compile for it", gpu.name)};
  gpu.nvcc = *nvcc;
  gpu.toolkit = toolkit_of(gpu.nvcc);
  const auto codes = ask({gpu.nvcc.string(), "--list-gpu-code"});
  if (!codes || codes->output.find(fmt::format("sm_{}\n", gpu.compute_capability)) == std::string::npos)
    return {std::nullopt,
            fmt::format("the CUDA toolkit {} can't compile for the {} (sm_{}); install a toolkit that can, "
                        "or name its nvcc in CUDACXX",
                        gpu.toolkit, gpu.name, gpu.compute_capability)};
  std::string reason = fmt::format("there is an {}", gpu.name);
  return {std::move(gpu), std::move(reason)};
}

std::optional<fs::path> find_sanitizer(const Gpu& gpu) {
  const std::string beside = gpu.nvcc.parent_path().string();
  return sandbox::find_program("compute-sanitizer", beside + ":" + search_path());
}

}  // namespace mergelab::app
