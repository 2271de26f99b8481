// Writers of a benchmark: a table, a plot, and JSON.
#pragma once

#include <string>

#include "bench/results/benchmark.hpp"
#include "report/report.hpp"

namespace mergelab::bench {

/// One table per distribution: ms, GB/s and per cent of the copy, by size and kernel.
[[nodiscard]] std::string to_text(const Benchmark& benchmark, const report::TextStyle& style);

/// A panel per distribution: GB/s over size, a line for each kernel, the copy as the ceiling.
[[nodiscard]] std::string to_svg(const Benchmark& benchmark);

/// mergelab.bench/1, with a newline at its end; docs/formats.md has its fields.
[[nodiscard]] std::string to_json(const Benchmark& benchmark);

}  // namespace mergelab::bench
