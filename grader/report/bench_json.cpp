// A benchmark for programs: mergelab.bench/1, every time that was taken.
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/bench.hpp"
#include "report/bench_rows.hpp"
#include "report/plain_text.hpp"

namespace mergelab::report {
namespace {

using Json = nlohmann::ordered_json;

Json optional_number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

/// The row of panels that a time belongs to.
const BenchRow& row_of(const std::vector<BenchPanel>& panels, const BenchTime& time) {
  for (const BenchPanel& panel : panels) {
    if (panel.distribution != time.distribution) continue;
    for (const BenchRow& row : panel.rows) {
      if (row.outputs == time.outputs) return row;
    }
  }
  throw std::logic_error("a time without a row");
}

Json result(const BenchTime& time, const BenchRow& row) {
  const auto copy = row.best.find("copy"), cub = row.best.find("cub");
  const auto ratio = [&](const auto& yardstick, bool inverse) -> std::optional<double> {
    if (yardstick == row.best.end()) return std::nullopt;
    return inverse ? yardstick->second->ms / time.ms : time.ms / yardstick->second->ms;
  };
  Json object{{"distribution", clean(time.distribution)},
              {"outputs", time.outputs},
              {"m", time.m},
              {"n", time.n},
              {"kernel", clean(time.kernel)}};
  if (time.section > 0) {
    object["section"] = time.section;
    object["tile"] = time.tile;
  }
  object["ms"] = time.ms;
  object["lower_ms"] = time.lower_ms;
  object["upper_ms"] = time.upper_ms;
  object["gb_per_s"] = bench_speed(time);
  object["of_copy"] = optional_number(ratio(copy, true));
  object["cub_times"] = optional_number(ratio(cub, false));
  object["best_shape"] = row.best.find(time.kernel)->second == &time;
  return object;
}

}  // namespace

std::string bench_json(const Benchmark& benchmark) {
  const std::vector<BenchPanel> panels = bench_panels(benchmark);
  Json results = Json::array(), skipped = Json::array();
  for (const BenchTime& time : benchmark.times) results.push_back(result(time, row_of(panels, time)));
  for (const BenchSkip& skip : benchmark.skipped) {
    skipped.push_back({{"distribution", clean(skip.distribution)},
                       {"outputs", skip.outputs},
                       {"reason", clean(skip.reason)}});
  }
  const Json document{{"schema", "mergelab.bench/1"},
                      {"started", clean(benchmark.started)},
                      {"device",
                       {{"name", clean(benchmark.device)},
                        {"multiprocessors", benchmark.multiprocessors},
                        {"driver_cuda", clean(benchmark.driver_cuda)},
                        {"runtime_cuda", clean(benchmark.runtime_cuda)},
                        {"cub", clean(benchmark.cub)}}},
                      {"bytes_per_output", 8},
                      {"results", std::move(results)},
                      {"skipped", std::move(skipped)}};
  return document.dump(2) + "\n";
}

}  // namespace mergelab::report
