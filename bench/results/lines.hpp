// What mergelab-bench prints, line by line, put together to a benchmark.
#pragma once

#include <string>

#include "bench/results/benchmark.hpp"

namespace mergelab::bench {

/// Adds what a line says. False when it is none of the program's JSON lines, but a message for people.
/// Throws std::runtime_error when the line is JSON and a field is missing or of another type.
[[nodiscard]] bool add_line(const std::string& line, Benchmark& benchmark);

}  // namespace mergelab::bench
