// Writes a benchmark as mergelab.bench/1: every time.
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/results/rows.hpp"
#include "bench/results/writers.hpp"
#include "report/page.hpp"

namespace mergelab::bench {
namespace {

using Json = nlohmann::ordered_json;

Json optional_number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

/// The row of panels of a time.
const Row& row_of(const std::vector<Panel>& panels, const Time& time) {
  for (const Panel& panel : panels) {
    if (panel.distribution != time.distribution) continue;
    for (const Row& row : panel.rows) {
      if (row.outputs == time.outputs) return row;
    }
  }
  throw std::logic_error("a time without a row");
}

Json result(const Time& time, const Row& row, bool has_rival) {
  const auto copy = row.best.find("copy"), cub = row.best.find("cub"), rival = row.best.find("rival");
  const auto ratio = [&](const auto& yardstick, bool inverse) -> std::optional<double> {
    if (yardstick == row.best.end()) return std::nullopt;
    return inverse ? yardstick->second->ms / time.ms : time.ms / yardstick->second->ms;
  };
  Json object{{"distribution", report::clean(time.distribution)},
              {"outputs", time.outputs},
              {"m", time.m},
              {"n", time.n},
              {"kernel", report::clean(time.kernel)}};
  if (time.section > 0) {
    object["section"] = time.section;
    object["tile"] = time.tile;
  }
  object["ms"] = time.ms;
  object["lower_ms"] = time.lower_ms;
  object["upper_ms"] = time.upper_ms;
  object["gb_per_s"] = speed_of(time);
  object["of_copy"] = optional_number(ratio(copy, true));
  object["cub_times"] = optional_number(ratio(cub, false));
  if (has_rival) {
    object["rival_times"] = optional_number(ratio(rival, false));
    object["bytes_per_output"] = time.bytes;
  }
  object["best_shape"] = row.best.find(time.kernel)->second == &time;
  return object;
}

}  // namespace

std::string to_json(const Benchmark& benchmark) {
  const std::vector<Panel> panels = panels_of(benchmark);
  Json results = Json::array(), skipped = Json::array();
  for (const Time& time : benchmark.times)
    results.push_back(result(time, row_of(panels, time), !benchmark.rival.empty()));
  for (const Skip& skip : benchmark.skipped) {
    skipped.push_back({{"distribution", report::clean(skip.distribution)},
                       {"outputs", skip.outputs},
                       {"reason", report::clean(skip.reason)}});
  }
  Json device{{"name", report::clean(benchmark.device)},
              {"multiprocessors", benchmark.multiprocessors},
              {"driver_cuda", report::clean(benchmark.driver_cuda)},
              {"runtime_cuda", report::clean(benchmark.runtime_cuda)},
              {"cub", report::clean(benchmark.cub)}};
  if (!benchmark.rival.empty()) device["rival"] = report::clean(benchmark.rival);
  const Json document{{"schema", "mergelab.bench/1"},  {"started", report::clean(benchmark.started)},
                      {"device", std::move(device)},   {"bytes_per_output", 8},
                      {"results", std::move(results)}, {"skipped", std::move(skipped)}};
  return document.dump(2) + "\n";
}

}  // namespace mergelab::bench
