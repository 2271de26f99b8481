// mergelab test: the framework's own tests, through ctest.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "app/gpu.hpp"
#include "app/settings.hpp"
#include "app/toolchain.hpp"

namespace mergelab::app {

int test(const Settings& settings) {
  const std::string folder = build_root().string();
  const unsigned jobs =
      settings.jobs != 0 ? settings.jobs : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::string> words{
      "ctest", "--test-dir", folder, "--output-on-failure", "--no-tests=error", "-j", std::to_string(jobs)};
  if (settings.quiet) words.insert(words.end(), {"--progress", "-Q"});
  if (settings.gpu_tests) {
    words.insert(words.end(), {"-L", "gpu"});
    const GpuSearch search = find_gpu(build_root() / "bin" / "mergelab-worker-gpu");
    if (!search.gpu) fmt::print(stderr, "note: these tests will be skipped: {}\n", search.reason);
  }
  if (!settings.test_filter.empty()) words.insert(words.end(), {"-R", settings.test_filter});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp("ctest", arguments.data());
  throw EnvironmentError(std::string("ctest can't be started: ") + std::strerror(errno) +
                         "\n  it comes with CMake (Debian: apt-get install cmake)");
}

}  // namespace mergelab::app
