// Parses mergelab-bench's output, line by line, into a benchmark.
#pragma once

#include <string>

#include "bench/results/benchmark.hpp"

namespace mergelab::bench {

/// Adds a line's data. Returns false if it is not one of the program's JSON lines but a message for people.
/// Throws std::runtime_error if a field of a JSON line is missing or has another type.
[[nodiscard]] bool add_line(const std::string& line, Benchmark& benchmark);

}  // namespace mergelab::bench
