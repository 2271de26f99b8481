// mergelab bench: the reference kernels beside CUB and a device copy, on the GPU of this machine.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>

#include "app/bench_lines.hpp"
#include "app/bench_words.hpp"
#include "app/console.hpp"
#include "app/report_file.hpp"
#include "app/toolchain.hpp"
#include "report/bench.hpp"
#include "report/bench_rows.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

constexpr int kNoDevice = 4;  // mergelab-bench's exit status for it

[[noreturn]] void no_gpu(const std::string& reason) {
  throw UsageError(
      fmt::format("a benchmark needs an NVIDIA GPU: {}\n"
                  "  without one, memory traffic is counted, the same on every machine:\n"
                  "    ./lab grade solutions   points for loads, sectors, wavefronts, barriers and span\n"
                  "    ./lab profile 4         which lines of a kernel cost the most\n"
                  "  bench/RESULTS.md has the times of an H200",
                  reason));
}

fs::path find_program() {
  fs::path program = build_root() / "bin" / "mergelab-bench";
  if (fs::exists(program)) return program;
  if (!fs::exists("/dev/nvidiactl") && !fs::exists("/dev/dxg")) no_gpu("there is none in this machine");
  no_gpu(
      fmt::format("this mergelab was built without CUDA. Put nvcc (CUDA 12.4 or later) on the PATH and "
                  "build again: rm -r '{}'; ./lab bench",
                  build_root().string()));
}

/// In single quotes for a shell.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

/// Runs a shell's command, standard error included, and hands over its lines. Returns its exit status, or 128
/// and the number of the signal that ended it.
template <class OnLine>
int run_lines(const std::string& command, const OnLine& on_line) {
  std::FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) throw EnvironmentError("no process can be started\n  is the machine out of memory?");
  std::string line;
  std::array<char, 4096> part{};
  while (std::fgets(part.data(), part.size(), pipe) != nullptr) {
    line += part.data();
    if (line.back() != '\n') continue;
    line.pop_back();
    on_line(line);
    line.clear();
  }
  const int status = ::pclose(pipe);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Benchmark measure(const Settings& settings, const fs::path& program, const std::vector<std::int64_t>& sizes,
                  const std::vector<std::string>& distributions) {
  std::string command = quoted(program.string());
  for (const std::int64_t size : sizes) command += fmt::format(" --outputs {}", size);
  for (const std::string& name : distributions) command += fmt::format(" --distribution {}", name);

  Benchmark benchmark;
  benchmark.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  Progress progress(settings);
  const std::size_t problems = sizes.size() * distributions.size();
  std::size_t begun = 0;
  std::string messages;
  const int status = run_lines(command, [&](const std::string& line) {
    if (!add_bench_line(line, benchmark)) {
      messages += line + "\n  ";
    } else if (!benchmark.times.empty() && benchmark.times.back().kernel == "copy") {  // a problem's first
      const BenchTime& time = benchmark.times.back();
      progress.note("bench", fmt::format("{} of {}: {}, {} outputs", ++begun, problems, time.distribution,
                                         report::bench_size(time.outputs)));
    }
  });
  progress.clear();
  if (status == kNoDevice) no_gpu(messages.substr(0, messages.find('\n')));
  if (status != 0) {
    throw EnvironmentError(fmt::format("the benchmark failed (status {}): {}again: ./lab bench", status,
                                       messages.empty() ? "no message\n  " : messages));
  }
  return benchmark;
}

}  // namespace

int bench(const Settings& settings) {
  // Words are looked at first: a mistake in them is one on every machine.
  const std::vector<std::int64_t> sizes = bench_sizes(settings.sizes);
  const std::vector<std::string> distributions = bench_distributions(settings.distributions);
  const fs::path program = find_program();
  const ReportFile json(settings.json.empty() ? "bench.json" : settings.json);
  const ReportFile svg(settings.svg.empty() ? "bench.svg" : settings.svg);
  const Benchmark benchmark = measure(settings, program, sizes, distributions);
  json.write(report::bench_json(benchmark));
  svg.write(report::bench_svg(benchmark));
  if (settings.quiet) return kGraded;
  fmt::print(json.text(), "{}\n", report::bench_text(benchmark, text_style(settings, json.text())));
  json.announce("results");
  svg.announce("plot");
  return kGraded;
}

}  // namespace mergelab::app
