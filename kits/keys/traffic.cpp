// The performance items that need no clock: what a call's launches loaded, stored and waited for, as the CPU
// engine counted it, per output, block or tile.
#include "judge/items/items.hpp"
#include "kits/keys/keys_kit.hpp"
#include "kits/keys/problems.hpp"
#include "simt/include/simt/counters.hpp"

namespace mergelab::judge {

Outcome check_launch(const ProblemSet& set, const wire::Launches& launches, std::int64_t tiles) {
  constexpr std::uint64_t kMostLaunches = 2;
  const std::int64_t total = outputs(set);
  if (total == 0) return {};
  if (launches.count == 0) return {Verdict::wrong_answer, Statement(Sentence::no_launch), "no_launch"};
  const Shape shape = shape_of(set);
  const std::int64_t expected = (total + shape.section - 1) / shape.section;
  const std::int64_t blocks = volume(launches.grid);
  if (blocks != expected) {
    Outcome wrong{Verdict::wrong_answer,
                  Statement(Sentence::wrong_grid, blocks, expected, total, shape.section), "wrong_grid"};
    wrong.clues = clues_of_launch(launches, total, true);
    const auto m = static_cast<std::int64_t>(keys_of(set, 0).a.size()), n = total - m;
    if (blocks == m + n / shape.section && m > 0) wrong.clues.emplace_back("no_parentheses");
    return wrong;
  }
  if (launches.count > kMostLaunches || launches.other_blocks > static_cast<std::uint64_t>(expected))
    return {Verdict::wrong_answer, Statement(Sentence::several_launches, launches.count, expected),
            "several_launches"};
  const auto value = static_cast<std::int64_t>(sizeof(int));
  const std::int64_t most = tiles * value * shape.tile + 1024;
  const std::int64_t shared = shared_bytes(launches);
  if (shared > most)
    return {Verdict::wrong_answer, Statement(Sentence::too_much_shared, shared, most, tiles, shape.tile),
            "shared_memory"};
  return {};
}

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
std::map<std::string, double> figures(const wire::Fetched& fetched, const ProblemSet& set,
                                      double element_bytes) {
  const wire::Traffic& traffic = fetched.traffic;
  const Keys keys = keys_of(set, 0);
  const std::size_t m = keys.a.size(), n = keys.b.size();
  const Shape shape = shape_of(set);
  const auto outputs = static_cast<double>(m + n);
  const auto section = static_cast<double>(std::max<std::int64_t>(1, shape.section)),
             tile = static_cast<double>(std::max<std::int64_t>(1, shape.tile));
  const double blocks = std::ceil(outputs / section);
  const double rounds = std::ceil(section / tile);
  const double steps = std::bit_width(std::min(m, n));
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
std::map<std::string, double> transport_figures(const Answer& answer, const Keys& arrays,
                                                double element_bytes) {
  const std::vector<int>& kept = answer.kept.front();
  const double mean = static_cast<double>(arrays.a.size()) / static_cast<double>(kept.size());
  int largest = 0;
  for (std::size_t r = 0; r < kept.size(); ++r)
    largest = std::max(largest, arrays.starts[r + 1] - arrays.starts[r]);
  const double fullest = *std::ranges::max_element(kept);
  return {{"sent", static_cast<double>(answer.sent_bytes) / std::max(1.0, largest * element_bytes)},
          {"balance", mean > 0 ? std::max(fullest / mean, answer.fullest_rank) : 1},
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
  const bool span =
      kSpanBytes * number(traffic.span) * number(traffic.threads) + number(traffic.other_bytes) >=
      number(traffic.lane_load_bytes) + number(traffic.store_bytes);
  // Searches are some of the loads; lanes of a request that share an element load it each.
  return sectors && span && traffic.ideal_wavefronts <= traffic.wavefronts &&
         traffic.narrow_load_bytes <= traffic.load_bytes && traffic.load_bytes <= traffic.lane_load_bytes;
}

/// The sentence of a metric has the metric's name.
Statement figure_of(const Lab& lab, const std::string& metric, double figure) {
  if (metric == "barriers" && !lab.interface.has("section")) {
    const Shape shape = shape_of(lab);
    const auto section = static_cast<double>(shape.section), tile = static_cast<double>(shape.tile);
    const double outputs = section / (std::ceil(section / std::max(1.0, tile)) + 1);
    return Statement(Sentence::barriers_for_outputs, figure, outputs);
  }
  return Statement(named<Sentence>(metric).value(), figure);
}

Statement local_memory_of(const std::map<std::string, double>& metrics, const std::string& metric) {
  return Statement(Sentence::in_local_memory, metrics.at(metric + kLocal), metrics.at(kStack),
                   simt::kRegisterBytes);
}

/// What the launch, or a figure that can't be true, keeps from being counted.
Outcome check_countable(const LabContext& context, const ProblemSet& set, const wire::Fetched& fetched,
                        const std::map<std::string, double>& metrics) {
  if (context.job.lab.interface.has("section")) {
    // With up to twice the shared memory a merge loads hardly less; that costs `shape`.
    Outcome held = check_launch(set, fetched.launches, 6);
    if (!held.passed()) {
      held.why = Statement(Sentence::not_counted) + std::move(held.why);
      return held;
    }
  }
  // A merge has to read every input and to write every output.
  for (const char* compulsory : {"loads", "stores"}) {
    const double figure = metrics.at(std::string(compulsory) + kElements);
    if (figure >= 1) continue;
    return {Verdict::invalid_measurement, Statement(Sentence::too_few_accesses, compulsory, figure),
            "implausible"};
  }
  return {};
}

/// A merge reads every element of A and B and writes every one of C: what no counter has seen is not counted.
Outcome check_covered(const wire::Uncovered& uncovered, const Interface& interface) {
  if (uncovered.count == 0) return {};
  using Why = wire::Uncovered::Why;
  const std::size_t last = interface.arguments.size() - 1;
  const Argument& argument = interface.arguments[std::min<std::size_t>(uncovered.argument, last)];
  const bool is_output = argument.role == Argument::Role::out;
  Sentence how = is_output ? Sentence::no_kernel_writes : Sentence::no_kernel_reads;
  if (uncovered.why == Why::by_host) how = Sentence::host_writes_last;
  if (uncovered.why == Why::changed) how = Sentence::does_not_hold;
  std::string which = say(Sentence::element_of, argument.name, uncovered.first);
  if (uncovered.count > 1) which = say(Sentence::and_more, which, uncovered.count - 1);
  return {Verdict::invalid_measurement,
          Statement(Sentence::not_counted) + Statement(how, which) + Statement(Sentence::past_counters),
          "implausible"};
}

Outcome run_counted(LabContext& context, const PlannedTest& test) {
  const ProblemSet set = judge::problems(context, test, seed_of(context, test));
  const Image image(set, test.item->value, wire::Memory::device, 0);
  const std::uint32_t watch = wire::kWatchTraffic | (context.job.profile ? wire::kWatchLines : 0);
  auto [answer, outcome] = attempt(context, test, {.image = image, .watch = watch}, [&](const Answer& seen) {
    return check_outputs(context, test, set, image, seen, false);
  });
  if (!answer) return std::move(outcome);
  const auto element_bytes = static_cast<double>(value_bytes(test.item->value));
  std::map<std::string, double> metrics = figures(answer->fetched, set, element_bytes);
  if (!answer->kept.empty()) metrics.merge(transport_figures(*answer, keys_of(set, 0), element_bytes));
  Outcome countable = check_countable(context, set, answer->fetched, metrics);
  if (!countable.passed()) return outcome.passed() ? std::move(countable) : std::move(outcome);
  if (outcome.passed()) {
    Outcome covered = check_covered(answer->fetched.uncovered, image.interface());
    if (!covered.passed()) return covered;
  }
  if (outcome.passed() &&
      !is_possible(answer->fetched.traffic, static_cast<double>(outputs(set)), element_bytes)) {
    return {Verdict::invalid_measurement, Statement(Sentence::impossible_counters), "implausible"};
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

Outcome KeysKit::judge_performance(LabContext& context, const PlannedTest& test) const {
  auto known = context.counted.find(test.spec);
  if (known == context.counted.end())
    known = context.counted.emplace(test.spec, run_counted(context, test)).first;
  Outcome outcome = known->second;
  const Item& item = *test.item;
  // The barriers of a wrong merge count, too, if it merges some input right.
  const bool waits = item.metric == "barriers" && outcome.verdict == Verdict::wrong_answer && context.works &&
                     outcome.metrics.contains("barriers");
  if (!outcome.passed() && !waits) {
    outcome.metrics.clear();
    return outcome;
  }
  if (waits) outcome = {Verdict::passed, {}, "", std::move(outcome.metrics)};
  const double figure = outcome.metrics.at(item.metric);
  const double full = item.max_ratio ? *item.max_ratio : item.full.value_or(figure);
  if (figure > full) {
    outcome.verdict = Verdict::too_slow;
    outcome.why =
        figure_of(context.job.lab, item.metric, figure) + Statement(Sentence::full_points_up_to, full);
    outcome.symptom = cause(item.metric, outcome.metrics, full);
    if (outcome.symptom == "local_memory") outcome.why += local_memory_of(outcome.metrics, item.metric);
  }
  outcome.metrics = {{item.metric, figure}};
  return outcome;
}

}  // namespace mergelab::judge
