#include "thrust.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "files.hpp"
#include "raw_policy.hpp"

namespace simt::cxx {
namespace {

namespace fs = std::filesystem;

constexpr const char* kThrust = "thrust/version.h";

std::string toolkit() {
  if (const char* home = std::getenv("CUDA_HOME"); home != nullptr && *home != '\0') return home;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code none;
    const fs::path nvcc = fs::canonical(fs::path(folder) / "nvcc", none);
    if (!none) return nvcc.parent_path().parent_path().string();
  }
  return "";
}

}  // namespace

std::vector<std::string> take_thrust_folders(std::vector<std::string>& flags) {
  std::vector<std::string> folders = take_folders(flags, [](const fs::path& folder) {
    return fs::exists(folder / kThrust) || fs::exists(folder / "cub/version.cuh") ||
           fs::exists(folder / "cuda/std/version");
  });
  const auto has_thrust = [](const std::string& folder) { return fs::exists(fs::path(folder) / kThrust); };
  if (std::none_of(folders.begin(), folders.end(), has_thrust)) {
    const std::string cccl = (fs::path(toolkit()) / "include/cccl").string();
    if (has_thrust(cccl)) folders.push_back(cccl);
  }
  return folders;
}

bool is_of_cub(std::string_view file) { return file.find("/cub/") != std::string_view::npos; }

bool holds_cub(std::string_view preprocessed) {
  return preprocessed.find("/cub/util_ptx.cuh\"") != std::string_view::npos;
}

std::string missing_thrust(const Options& options) {
  if (!options.program || !options.thrust_folders.empty() || fs::exists(fs::path("/usr/include") / kThrust))
    return "";
  for (const RawDirective& directive : raw_directives(read_file(options.input))) {
    const std::string& header = directive.argument;
    if (directive.name == "include" && (header.starts_with("<thrust/") || header.starts_with("<cub/")))
      return "the headers of Thrust and CUB are not installed: install Debian's package libthrust-dev, or "
             "set CUDA_HOME to a CUDA toolkit of version 13, or give their folder with -I";
  }
  return "";
}

}  // namespace simt::cxx
