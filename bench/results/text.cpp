// A benchmark for a terminal: lecture 001's table, one row per size.
#include <fmt/format.h>

#include <string>

#include "bench/results/rival_text.hpp"
#include "bench/results/rows.hpp"
#include "bench/results/writers.hpp"
#include "report/page.hpp"

namespace mergelab::bench {
namespace {

// The cells of a kernel: ms, GB/s and per cent of the copy. The copy has no per cent.
constexpr int kCopyWidth = 14, kKernelWidth = 19;

constexpr std::string_view kNote =
    "int keys; medians of 15 repetitions, each with an empty level-2 cache. GB/s: each key read once and "
    "written once, 8 bytes for each output. %: of the speed of the device copy. tiled and circular: the best "
    "of "
    "the shapes that they were tried with.";
constexpr std::string_view kRivalNote =
    "ms: medians of 25 repetitions, each with an empty level-2 cache. device_merge has a workspace reserved, "
    "as CUB has "
    "its storage; no workspace: the same without, where that makes a difference. % copy: of the speed of a "
    "device copy of "
    "as many bytes. x: CUB's median by device_merge's; in brackets CUB's lower quartile by device_merge's "
    "upper one, and "
    "the other way round. tuned: the fastest of the tunings of that CUB that were tried, where there are "
    "any. "
    "Every output was compared with CUB's.";

std::string head(std::string_view kernel) {
  return kernel == "copy" ? fmt::format("{:>{}}", "ms  GB/s", kCopyWidth)
                          : fmt::format("{:>{}}", "ms  GB/s   %", kKernelWidth);
}

std::string cells(const Row& row, std::string_view kernel) {
  const int width = kernel == "copy" ? kCopyWidth : kKernelWidth;
  const auto speed = row.speed(kernel), of_copy = row.of_copy(kernel);
  if (!speed) return fmt::format("{:>{}}", "-", width);
  std::string text = fmt::format("{:.4f} {:>5.0f}", row.best.find(kernel)->second->ms, *speed);
  if (kernel != "copy") text += of_copy ? fmt::format(" {:>3.0f}", 100 * *of_copy) : "   -";
  return fmt::format("{:>{}}", text, width);
}

void put_title(report::Page& page, const Panel& panel, const report::TextStyle& style) {
  const std::string name = report::printable(panel.distribution, style);
  const std::string_view about = about_distribution(panel.distribution);
  page.raw(report::paint(name, report::Colour::bold, style) +
           (about.empty() ? "" : fmt::format(": {}", about)));
}

void put_panel(report::Page& page, const Panel& panel, const std::vector<Kernel>& kernels,
               const report::TextStyle& style) {
  std::string names(kSizeWidth, ' '), units = fmt::format("{:>{}}", "outputs", kSizeWidth);
  for (const Kernel& kernel : kernels) {
    names += fmt::format("{:>{}}", kernel.name, kernel.id == "copy" ? kCopyWidth : kKernelWidth);
    units += head(kernel.id);
  }
  page.raw(names);
  page.raw(report::paint(units, report::Colour::dim, style));
  for (const Row& row : panel.rows) {
    std::string line = fmt::format("{:>{}}", size_name(row.outputs), kSizeWidth);
    for (const Kernel& kernel : kernels) line += cells(row, kernel.id);
    page.raw(line);
  }
  page.gap();
}

}  // namespace

std::string to_text(const Benchmark& benchmark, const report::TextStyle& style) {
  report::Page page(style);
  page.put("", device_line(benchmark));
  page.gap();
  const std::vector<Kernel> kernels = kernels_of(benchmark);
  const bool has_rival = !benchmark.rival.empty();
  for (const Panel& panel : panels_of(benchmark)) {
    put_title(page, panel, style);
    (has_rival ? put_rival_panel : put_panel)(page, panel, kernels, style);
  }
  for (const Skip& skip : benchmark.skipped) {
    page.put("",
             fmt::format("{} with {} outputs was left out: {}", skip.distribution, size_name(skip.outputs),
                         skip.reason),
             report::Colour::yellow);
  }
  page.gap();
  page.put("", has_rival ? kRivalNote : kNote, report::Colour::dim);
  return page.take();
}

}  // namespace mergelab::bench
