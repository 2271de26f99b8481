// The performance items that need no clock: what a call's launches loaded, stored and waited for, as the CPU
// engine counted it, per output, block or tile.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "judge/check.hpp"
#include "judge/items/attempt.hpp"
#include "judge/items/items.hpp"
#include "judge/items/launch.hpp"
#include "judge/problems.hpp"
#include "simt/include/simt/counters.hpp"

namespace mergelab::judge {
namespace {

constexpr double kSectorBytes = 32, kSpanBytes = 4;

double per(std::uint64_t count, double units) { return static_cast<double>(count) / units; }

/// Behind a metric's name: the same figure, but of the elements that a request of a warp asks for, without
/// the rest of their sectors. Tells too many elements from elements that lie apart.
constexpr const char* kElements = "/elements";
/// Likewise: the part of it that threads access in local memory, and the bytes of the stack that asks for it.
constexpr const char* kLocal = "/local";
constexpr const char* kStack = "stack";

/// How many times as many turns as without conflicts stores to shared memory took. A merge needs a few for
/// each output; more of them, which meet no other's bank, don't make up for those that do.
double turns(const wire::Traffic& traffic, double outputs, double element_bytes) {
  constexpr double kStores = 6, kBankBytes = 4;  // of each output
  const auto ideal = static_cast<double>(traffic.ideal_wavefronts);
  const double needed = kStores * outputs / 32 * std::max(1.0, element_bytes / kBankBytes);
  return 1 + (static_cast<double>(traffic.wavefronts) - ideal) / std::max(1.0, std::min(ideal, needed));
}

/// traffic_metrics(), from the counters of one merge. Whatever is per block is so for the blocks that the lab
/// asks for, and not for those that were launched.
std::map<std::string, double> figures(const wire::Fetched& fetched, const wire::Problem& problem,
                                      double element_bytes) {
  const wire::Traffic& traffic = fetched.traffic;
  const double outputs = 1.0 * problem.m + problem.n;
  const double section = std::max(1, problem.section), tile = std::max(1, problem.tile);
  const double blocks = std::ceil(outputs / section);
  const double rounds = std::ceil(section / tile);
  const double steps = std::bit_width(static_cast<unsigned>(std::min(problem.m, problem.n)));
  const double loaded = per(traffic.load_bytes, outputs * element_bytes);
  const double stored = per(traffic.store_bytes, outputs * element_bytes);
  const double sector = kSectorBytes / (outputs * element_bytes);
  // What is stored in local memory is loaded again.
  const double local = per(traffic.local_bytes, 2 * outputs * element_bytes);
  const double loads = std::max(loaded, static_cast<double>(traffic.load_sectors) * sector) + local;
  const double stores = std::max(stored, static_cast<double>(traffic.store_sectors) * sector) + local;
  const double scheme = 2 - std::min(1.0, tile / section);  // with what a round leaves over loaded again
  constexpr double kTurnBytes = 128;                        // a word of each bank
  return {{"launches", static_cast<double>(fetched.launches.count)},
          {"threads", per(traffic.threads, outputs)},
          {kStack, static_cast<double>(traffic.stack_bytes)},
          {"loads", loads},
          {std::string("loads") + kLocal, local},
          {std::string("loads") + kElements, loaded},
          {"tiled_loads", loads / scheme},
          {std::string("tiled_loads") + kLocal, local / scheme},
          {std::string("tiled_loads") + kElements, loaded / scheme},
          {"lane_loads", per(traffic.lane_load_bytes, outputs * element_bytes)},
          {"search_reads", per(traffic.narrow_load_bytes, blocks * steps * element_bytes)},
          {"stores", stores},
          {std::string("stores") + kLocal, local},
          {std::string("stores") + kElements, stored},
          {"shared_stores", per(traffic.ideal_wavefronts, outputs * element_bytes / kTurnBytes)},
          {"wavefronts", turns(traffic, outputs, element_bytes)},
          {"barriers", per(traffic.barriers, blocks * (rounds + 1))},
          {"span", static_cast<double>(traffic.span)},
          {"probes", static_cast<double>(traffic.probes)}};
}

/// transport_metrics() of a call on ranks, of the judge's own counting.
std::map<std::string, double> transport_figures(const Answer& answer, const Arrays& arrays,
                                                double element_bytes) {
  const std::vector<int>& kept = answer.kept.front();
  const double mean = static_cast<double>(arrays.a.size()) / static_cast<double>(kept.size());
  int largest = 0;
  for (std::size_t r = 0; r < kept.size(); ++r)
    largest = std::max(largest, arrays.starts[r + 1] - arrays.starts[r]);
  const double fullest = *std::max_element(kept.begin(), kept.end());
  return {{"sent", static_cast<double>(answer.sent_bytes) / std::max(1.0, largest * element_bytes)},
          {"balance", mean > 0 ? fullest / mean : 1},
          {"exchanges", static_cast<double>(answer.exchanges)}};
}

/// Whether some kernel that merges rightly can have done this. What each line says holds for any kernel, so
/// it blames no code.
bool is_possible(const wire::Traffic& traffic, double outputs, double element_bytes) {
  const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
  // Every element of A and B is loaded, and every one of C stored, by some request, which moves its sectors.
  const bool sectors =
      kSectorBytes * number(traffic.load_sectors + traffic.store_sectors) >= 2 * outputs * element_bytes;
  // The thread that does most does no less than the average, and an access counts for every 4 bytes begun.
  const bool span = kSpanBytes * number(traffic.span) * number(traffic.threads) >=
                    number(traffic.lane_load_bytes) + number(traffic.store_bytes);
  // Searches are some of the loads; lanes of a request that share an element load it each.
  return sectors && span && traffic.ideal_wavefronts <= traffic.wavefronts &&
         traffic.narrow_load_bytes <= traffic.load_bytes && traffic.load_bytes <= traffic.lane_load_bytes;
}

std::string in_words(const Lab& lab, const std::string& metric, double figure) {
  if (metric == "loads") {
    return fmt::format("loads {:.3g} elements of global memory for each output, in whole sectors of 32 bytes",
                       figure);
  }
  if (metric == "tiled_loads") {
    return fmt::format(
        "loads {:.3g} times the 2 - tile / section elements of global memory for each output, in whole "
        "sectors "
        "of 32 bytes",
        figure);
  }
  if (metric == "lane_loads") {
    return fmt::format("the threads load {:.3g} elements of global memory for each output", figure);
  }
  if (metric == "search_reads") {
    return fmt::format(
        "a block's searches in global memory read {:.3g} elements for each halving of the range", figure);
  }
  if (metric == "stores") {
    return fmt::format(
        "stores {:.3g} elements in global memory for each output, in whole sectors of 32 bytes", figure);
  }
  if (metric == "wavefronts") {
    return fmt::format("stores to shared memory take {:.3g} times as many turns as without bank conflicts",
                       figure);
  }
  if (metric == "probes") {
    return fmt::format(
        "one warp loads {:.0f} times, one after the other, elements of global memory that lie apart", figure);
  }
  if (metric == "sent") {
    return fmt::format("a rank sends {:.3g} times the bytes of the largest A to others", figure);
  }
  if (metric == "balance")
    return fmt::format("the fullest C holds {:.3g} times as many elements as the mean of all ranks", figure);
  if (metric == "exchanges") return fmt::format("each rank makes {:.0f} collective calls", figure);
  if (metric == "shared_stores")
    return fmt::format("stores {:.3g} elements in shared memory for each output", figure);
  if (metric == "launches") return fmt::format("launches {:.0f} kernels", figure);
  if (metric == "threads") return fmt::format("launches {:.3g} threads for each output", figure);
  if (metric == "barriers" && !lab.signature.has_shape) {
    const auto section = static_cast<double>(lab.section), tile = static_cast<double>(lab.tile);
    const double outputs = section / (std::ceil(section / std::max(1.0, tile)) + 1);
    return fmt::format("blocks wait at {:.3g} barriers for every {:.0f} outputs", figure, outputs);
  }
  if (metric == "barriers") {
    return fmt::format("a block waits at {:.3g} barriers for each tile, and as many for its section", figure);
  }
  return fmt::format("one thread makes {:.0f} memory accesses", figure);
}

std::string local_memory_in_words(const std::map<std::string, double>& metrics, const std::string& metric) {
  return fmt::format(
      "; {:.3g} of it in local memory: a thread has {:.0f} bytes on its stack, and {} are free",
      metrics.at(metric + kLocal), metrics.at(kStack), simt::kRegisterBytes);
}

/// What the launch, or a figure that can't be true, keeps from being counted.
Outcome check_countable(const LabContext& context, const ProblemSet& set, const wire::Fetched& fetched,
                        const std::map<std::string, double>& metrics) {
  if (context.job.lab.signature.has_shape) {
    // With up to twice the shared memory a merge loads hardly less; that costs `shape`.
    Outcome held = check_launch(set, fetched.launches, 6);
    held.message = "not counted: " + held.message;
    if (!held.passed()) return held;
  }
  // A merge has to read every input and to write every output.
  for (const char* compulsory : {"loads", "stores"}) {
    const double figure = metrics.at(std::string(compulsory) + kElements);
    if (figure >= 1) continue;
    return {
        Verdict::invalid_measurement,
        fmt::format("{} {:.3g} elements of global memory for each output, which can't be all: something goes "
                    "past the counters",
                    compulsory, figure),
        "implausible",
        {}};
  }
  return {};
}

/// A merge reads every element of A and B and writes every one of C: what no counter has seen is not counted.
Outcome check_covered(const wire::Uncovered& uncovered, bool has_lists) {
  if (uncovered.count == 0) return {};
  using Array = wire::Uncovered::Array;
  using Why = wire::Uncovered::Why;
  const bool is_output = uncovered.array == Array::c;
  const char* const name = is_output ? "C" : uncovered.array == Array::b ? "B" : has_lists ? "lists" : "A";
  std::string how = is_output ? "no kernel writes {}" : "no kernel reads {}";
  if (uncovered.why == Why::by_host) how = "host code writes {}, after all kernels";
  if (uncovered.why == Why::changed) how = "{} does not hold what the kernels wrote there last";
  std::string which = fmt::format("{}[{}]", name, uncovered.first);
  if (uncovered.count > 1) which += fmt::format(" and {} more", uncovered.count - 1);
  return {Verdict::invalid_measurement,
          "not counted: " + fmt::format(fmt::runtime(how), which) + ": something goes past the counters",
          "implausible",
          {}};
}

Outcome run_counted(LabContext& context, const PlannedTest& test) {
  const ProblemSet set = problems(context, test, seed_of(context, test));
  const Image image(set, test.item->value, wire::Memory::device, 0);
  const std::uint32_t watch = wire::kWatchTraffic | (context.job.profile ? wire::kWatchLines : 0);
  auto [answer, outcome] = attempt(context, test, {.image = image, .watch = watch}, [&](const Answer& seen) {
    return check_all(set, image, seen.returned, {}, seen.kept);
  });
  if (!answer) return std::move(outcome);
  const wire::Problem& problem = image.problems().front();
  const auto element_bytes = static_cast<double>(value_bytes(test.item->value));
  std::map<std::string, double> metrics = figures(answer->fetched, problem, element_bytes);
  if (!answer->kept.empty()) metrics.merge(transport_figures(*answer, set.arrays.front(), element_bytes));
  Outcome countable = check_countable(context, set, answer->fetched, metrics);
  if (!countable.passed()) return outcome.passed() ? std::move(countable) : std::move(outcome);
  if (outcome.passed()) {
    Outcome covered = check_covered(answer->fetched.uncovered, problem.list_count >= 0);
    if (!covered.passed()) return covered;
  }
  if (outcome.passed() &&
      !is_possible(answer->fetched.traffic, static_cast<double>(problem.m) + problem.n, element_bytes)) {
    return {Verdict::invalid_measurement, "the counters say what no merge can do", "implausible", {}};
  }
  outcome.metrics = std::move(metrics);
  if (outcome.passed()) outcome.lines = std::move(answer->lines);
  return std::move(outcome);
}

/// What a figure past `full` is put down to: local memory, where it would be full without; else elements
/// beyond the one that is needed, or sectors that are used in part, whichever multiplies it by more.
std::string cause(const std::string& metric, const std::map<std::string, double>& metrics, double full) {
  const auto local = metrics.find(metric + kLocal);
  if (local != metrics.end() && local->second > 0 && metrics.at(metric) - local->second <= full)
    return "local_memory";
  const auto elements = metrics.find(metric + kElements);
  if (elements == metrics.end() || elements->second > full) return metric;
  const double partial_sectors = metrics.at(metric) / elements->second;
  return partial_sectors > elements->second ? "sectors" : metric;
}

}  // namespace

Outcome judge_traffic(LabContext& context, const PlannedTest& test) {
  auto known = context.counted.find(test.spec);
  if (known == context.counted.end())
    known = context.counted.emplace(test.spec, run_counted(context, test)).first;
  Outcome outcome = known->second;
  const Item& item = *test.item;
  // The barriers of a wrong merge count, too, if it merges some input right.
  const bool waits = item.metric == "barriers" && outcome.verdict == Verdict::wrong_answer &&
                     context.merges && outcome.metrics.contains("barriers");
  if (!outcome.passed() && !waits) {
    outcome.metrics.clear();
    return outcome;
  }
  if (waits) outcome = {Verdict::passed, "", "", std::move(outcome.metrics)};
  const double figure = outcome.metrics.at(item.metric);
  const double full = item.max_ratio ? *item.max_ratio : item.full.value_or(figure);
  if (figure > full) {
    outcome.verdict = Verdict::too_slow;
    outcome.message =
        fmt::format("{}; full points up to {:.3g}", in_words(context.job.lab, item.metric, figure), full);
    outcome.symptom = cause(item.metric, outcome.metrics, full);
    if (outcome.symptom == "local_memory")
      outcome.message += local_memory_in_words(outcome.metrics, item.metric);
  }
  outcome.metrics = {{item.metric, figure}};
  return outcome;
}

}  // namespace mergelab::judge
