// mergelab bench: compares the reference kernels with CUB and a device copy, or the library's merge with two
// versions of CUB, on this machine's GPU.
#include <fmt/chrono.h>

#include <ctime>

#include "app/course_files/hand_out.hpp"
#include "app/grading/report_file.hpp"
#include "app/machine/children.hpp"
#include "app/machine/own_programs.hpp"
#include "app/verbs/verbs.hpp"
#include "bench/results/lines.hpp"
#include "bench/results/problems.hpp"
#include "bench/results/rows.hpp"
#include "bench/results/writers.hpp"

namespace mergelab::app {
namespace {

struct BenchOptions {
  std::vector<std::string> sizes, distributions;  // as typed; empty: all
  std::optional<std::string> rival;               // a folder of CCCL; none: the reference kernels
  fs::path json = "bench.json", svg = "bench.svg";
  TextOptions text;
};

constexpr int kNoDevice = 4;  // mergelab-bench's exit status for it

[[noreturn]] void no_gpu(const std::string& reason) {
  throw UsageError(
      fmt::format("a benchmark needs an NVIDIA GPU: {}\n  without one, you can count memory traffic, the "
                  "same on every machine:\n    ./lab grade solutions   points for loads, sectors, "
                  "wavefronts, barriers and span\n    ./lab profile 4         the lines of a kernel that "
                  "cost the most\n  bench/RESULTS.md has the times of an H200",
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

/// What device_merge is compiled for, besides its rivals.
Gpu gpu_for_rival() {
  if (!fs::exists(source_root() / "library"))
    throw UsageError(
        "--rival compiles library/, which is not installed\n  run ./lab bench --rival in a checkout");
  GpuSearch search = find_gpu(build_root() / "bin" / "mergelab-worker-gpu");
  if (!search.gpu) no_gpu(search.reason);
  return *search.gpu;
}

/// `program` is mergelab-bench, or the one that times a rival.
bench::Benchmark measure(Progress& progress, const fs::path& program, const std::vector<std::int64_t>& sizes,
                         const std::vector<std::string>& distributions) {
  std::vector<std::string> command{program.string()};
  for (const std::int64_t size : sizes) command.insert(command.end(), {"--outputs", std::to_string(size)});
  for (const std::string& name : distributions) command.insert(command.end(), {"--distribution", name});

  bench::Benchmark benchmark;
  benchmark.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  const std::size_t problems = sizes.size() * distributions.size();
  std::size_t begun = 0;
  std::string messages;
  const int status = run_lines(command, [&](const std::string& line) {
    if (!bench::add_line(line, benchmark)) {
      messages += line + "\n  ";
    } else if (!benchmark.times.empty() && benchmark.times.back().kernel == "copy") {  // a problem's first
      const bench::Time& time = benchmark.times.back();
      progress.note("bench", fmt::format("{} of {}: {}, {} outputs", ++begun,
                                         benchmark.problems > 0 ? static_cast<std::size_t>(benchmark.problems)
                                                                : problems,
                                         time.distribution, bench::size_name(time.outputs)));
    }
  });
  progress.clear();
  if (status == kNoDevice) no_gpu(messages.substr(0, messages.find('\n')));
  if (status != 0)
    throw EnvironmentError(fmt::format("the benchmark failed (status {}): {}again: ./lab bench", status,
                                       messages.empty() ? "no message\n  " : messages));
  return benchmark;
}

int bench(const BenchOptions& options) {
  const bool has_rival = options.rival.has_value();
  std::vector<std::int64_t> sizes;
  std::vector<std::string> distributions;
  try {  // a mistake in the words is one on every machine
    // With a rival, no options mean its program's own table.
    if (!has_rival || !options.sizes.empty()) sizes = bench::read_sizes(options.sizes);
    if (!has_rival || !options.distributions.empty())
      distributions = bench::read_distributions(options.distributions, has_rival);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
  if (is_hand_out(source_root()))
    throw in_a_hand_out(
        "it does not contain the reference kernels, which bench times\n  on a machine with a GPU `./lab run "
        "4` compares the time of your own with CUB; `./lab profile 4` shows on any machine which lines move "
        "the most memory");
  if (has_rival) check_rival(*options.rival);
  std::optional<Gpu> gpu;
  fs::path program;
  if (has_rival)
    gpu = gpu_for_rival();
  else
    program = find_program();
  const ReportFile json(options.json);
  const ReportFile svg(options.svg);
  const std::unique_ptr<WorkFolder> work = has_rival ? std::make_unique<WorkFolder>() : nullptr;
  Progress progress(options.text);
  if (has_rival) {
    const fs::path folder = work->fresh("rival");
    fs::create_directories(folder);
    progress.note("bench", fmt::format("compiling for the {}", gpu->name));
    program = build_rival_program(*gpu, source_root(), *options.rival, folder);
  }
  const bench::Benchmark benchmark = measure(progress, program, sizes, distributions);
  json.write(bench::to_json(benchmark));
  svg.write(bench::to_svg(benchmark));
  if (options.text.quiet) return kGraded;
  say::print(json.text(), "{}\n", bench::to_text(benchmark, text_style(options.text, json.text())));
  json.announce("results");
  svg.announce("plot");
  return kGraded;
}

}  // namespace

Run bench(CommandOptions& command) {
  const auto options = std::make_shared<BenchOptions>();
  command.option("--size", options->sizes, "Outputs: 2^24, 1000000 or 2^16..2^28 (may be repeated)", "N");
  command.option(
      "--distribution", options->distributions,
      "uniform, all-equal, blocks, lopsided or adversarial, with --rival also ordered (may be repeated)",
      "NAME");
  command.option(
      "--rival", options->rival,
      "Time mergelab::device_merge instead, compared with CUB of the toolkit and of this checkout of CCCL",
      "CCCL");
  command.option("--json", options->json, "Where to write the results (bench.json)", "PATH");
  command.option("--svg", options->svg, "Where to write the plot (bench.svg)", "PATH");
  add_text(command, options->text, "No progress and no table");
  return [options] { return bench(*options); };
}

}  // namespace mergelab::app
