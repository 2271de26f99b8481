// What the CPU engine counts of a function without a kit, in the units that its rubric asks for.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "finding/names.hpp"
#include "judge/any_lab/oracle.hpp"
#include "judge/items/attempt.hpp"
#include "judge/items/correctness.hpp"
#include "judge/items/items.hpp"
#include "judge/items/threshold.hpp"
#include "judge/problems.hpp"

namespace mergelab::judge {
namespace {

/// By an argument, of its array; else of all memory.
std::string counter_name(const std::string& metric, const std::string& argument) {
  return argument.empty() ? metric : metric + "/" + argument;
}

void add_counters(std::map<std::string, double>& all, const std::string& argument,
                  const wire::ArrayTraffic& traffic) {
  const auto add = [&](const char* metric, std::uint64_t count) {
    all[counter_name(metric, argument)] = static_cast<double>(count);
  };
  add("load_bytes", traffic.load_bytes);
  add("loads", traffic.lane_load_bytes);
  add("store_bytes", traffic.store_bytes);
  add("load_sectors", traffic.load_sectors);
  add("store_sectors", traffic.store_sectors);
  add("atomics", traffic.atomics);
}

/// any_lab_metrics(), undivided: of all memory, and of each array under "load_bytes/A".
std::map<std::string, double> counters_of(const wire::Fetched& fetched, const Interface& interface) {
  const wire::Traffic& traffic = fetched.traffic;
  std::map<std::string, double> all;
  // What a thread keeps on its stack beyond its registers is memory traffic, too.
  const std::uint64_t local = traffic.local_bytes / 2;
  constexpr std::uint64_t kSectorBytes = 32;
  add_counters(all, "",
               {.load_bytes = traffic.load_bytes + local,
                .lane_load_bytes = traffic.lane_load_bytes + local,
                .store_bytes = traffic.store_bytes + local,
                .load_sectors = traffic.load_sectors + local / kSectorBytes,
                .store_sectors = traffic.store_sectors + local / kSectorBytes,
                .atomics = traffic.atomics});
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    if (interface.arguments[i].is_array())
      add_counters(all, interface.arguments[i].name, fetched.array_traffic[i]);
  }
  const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
  all["shared_wavefronts"] = number(traffic.shared_wavefronts);
  all["bank_conflicts"] = number(traffic.shared_wavefronts -
                                 std::min(traffic.shared_wavefronts, traffic.ideal_shared_wavefronts));
  all["barriers"] = number(traffic.barriers);
  all["span"] = number(traffic.span);
  all["launches"] = number(fetched.launches.count);
  all["threads"] = number(traffic.threads);
  constexpr double kWarp = 32;
  const double lanes = kWarp * number(traffic.executed_warps);
  all["idle_lanes"] = lanes > 0 ? 1 - std::min(1.0, number(traffic.executed_lanes) / lanes) : 0;
  return all;
}

Outcome run_counted(LabContext& context, const PlannedTest& test, const ProblemSet& set) {
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  const std::uint32_t watch = wire::kWatchTraffic | (context.job.profile ? wire::kWatchLines : 0);
  auto [answer, outcome] = attempt(context, test, {.image = image, .watch = watch}, [&](const Answer& seen) {
    return check_answer(context, test, set, image, seen);
  });
  if (!answer || !outcome.passed()) return std::move(outcome);
  outcome.metrics = counters_of(answer->fetched, image.interface());
  outcome.lines = std::move(answer->lines);
  return std::move(outcome);
}

/// The counter in the units of the item.
double figure_of(const Item& item, const std::map<std::string, double>& counters, const Inputs& inputs) {
  double counted = item.of.empty() ? counters.at(item.metric) : 0;
  for (const std::string& argument : item.of) counted += counters.at(counter_name(item.metric, argument));
  if (!item.per) return counted;
  const std::int64_t units = item.per->evaluate([&](std::string_view name) { return inputs.number(name); });
  return counted / static_cast<double>(std::max<std::int64_t>(units, 1));
}

}  // namespace

Outcome judge_counters(LabContext& context, const PlannedTest& test) {
  const Item& item = *test.item;
  const ProblemSet set = problems(context, test, seed_of(context, test));
  auto known = context.counted.find(test.spec);
  if (known == context.counted.end())
    known = context.counted.emplace(test.spec, run_counted(context, test, set)).first;
  Outcome outcome = known->second;
  if (!outcome.passed()) return outcome;
  const Inputs& inputs = set.inputs.back();  // the engine counts the last problem
  const double figure = figure_of(item, outcome.metrics, inputs);
  const double least = item.at_least ? static_cast<double>(item.at_least->evaluate(
                                           [&](std::string_view name) { return inputs.number(name); }))
                                     : 0;
  const Statement counted(
      finding::from_name("counted_" + item.metric, static_cast<Sentence*>(nullptr)).value(), figure);
  Explanation told = counted;
  if (item.per) told += Statement(Sentence::counted_per, item.per->text());
  if (!item.of.empty()) told += Statement(Sentence::counted_of, fmt::format("{}", fmt::join(item.of, ", ")));
  if (figure < least) {
    return {Verdict::invalid_measurement,
            std::move(told) + Statement(Sentence::counted_too_low, least),
            "implausible",
            {}};
  }
  told +=
      Statement(Sentence::full_points_up_to, item.max_ratio ? *item.max_ratio : item.full.value_or(figure));
  Outcome judgement = judged(item, figure, std::move(told), item.metric);
  judgement.lines = std::move(outcome.lines);
  return judgement;
}

}  // namespace mergelab::judge
