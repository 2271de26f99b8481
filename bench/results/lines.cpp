#include "bench/results/lines.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace mergelab::bench {
namespace {

void add(const nlohmann::json& line, Benchmark& benchmark) {
  if (line.contains("device")) {
    line.at("device").get_to(benchmark.device);
    line.at("multiprocessors").get_to(benchmark.multiprocessors);
    line.at("driver_cuda").get_to(benchmark.driver_cuda);
    line.at("runtime_cuda").get_to(benchmark.runtime_cuda);
    line.at("cub").get_to(benchmark.cub);
    benchmark.rival = line.value("rival", "");
    benchmark.problems = line.value("problems", 0);
  } else if (line.contains("skipped")) {
    benchmark.skipped.push_back({line.at("distribution"), line.at("outputs"), line.at("skipped")});
  } else {
    benchmark.times.push_back({line.at("kernel"), line.at("distribution"), line.at("outputs"), line.at("m"),
                               line.at("n"), line.at("section"), line.at("tile"), line.at("ms"),
                               line.at("lower_ms"), line.at("upper_ms"), line.value("bytes", 8)});
  }
}

}  // namespace

bool add_line(const std::string& line, Benchmark& benchmark) {
  const nlohmann::json parsed = nlohmann::json::parse(line, nullptr, false);
  if (!parsed.is_object()) return false;
  try {
    add(parsed, benchmark);
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error("mergelab-bench printed a line that can't be read: " + line + "\n  " +
                             error.what());
  }
  return true;
}

}  // namespace mergelab::bench
