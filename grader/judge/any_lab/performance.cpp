// The performance items of a lab without a kit: what the CPU engine counts, and what a GPU's clock says.
#include <fmt/ranges.h>
#include <sched.h>

#include "judge/items/items.hpp"
#include "wire/digest.hpp"

namespace mergelab::judge {

// What the CPU engine counts of a function without a kit, in the units that its rubric asks for.

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

constexpr int kTimedPairs = 7, kFewestTimedPairs = 3;
constexpr double kTwiceAsGood = 2;
constexpr double kShortestS = 2e-4;  // of a call on the host: messages to a worker take a part of that
constexpr int kDeviceRounds = 11, kDeviceAttempts = 3;

/// The results of a timed call, which come one behind another.
Outputs timed_outputs(const Image& image, std::span<const std::byte> returned) {
  const wire::Problem& problem = image.problems().front();
  Outputs outputs;
  for (std::size_t i = 0; i < image.interface().arguments.size(); ++i) {
    const std::size_t bytes =
        image.interface().arguments[i].is_output() ? std::size_t{problem.arrays[i].bytes} : 0;
    outputs.arrays.push_back(returned.first(bytes));
    returned = returned.subspan(bytes);
  }
  outputs.returned = returned;
  return outputs;
}

/// Whether the worker had written all outputs when it said that the call was over.
bool is_complete(const Image& image, const Answer& answer) {
  const Outputs outputs = timed_outputs(image, answer.returned);
  std::uint64_t digest = 0, output = 0;
  for (std::size_t i = 0; i < outputs.arrays.size(); ++i) {
    if (image.interface().arguments[i].is_output())
      digest += wire::digest(outputs.arrays[i].data(), outputs.arrays[i].size(), answer.nonce + output++);
  }
  return digest == answer.done.digest;
}

/// The submission's answer and the reference's to one new input, which neither has seen.
struct Pair {
  Answer submission, reference;
  std::optional<Answer> library;  // if it was right
  Outcome outcome;
};

/// A library's answer to the same input. None: there is no library, or it fails or is wrong, which is
/// nobody's loss.
std::optional<Answer> ask_library(LabContext& context, const ProblemSet& set, const Image& image,
                                  const Answer& reference) try {
  if (context.job.library.empty()) return std::nullopt;
  Answer answer = context.device_library.call({.image = image, .timed = wire::Timed::yes});
  const Outcome outcome =
      context.oracle.judge(*set.interface, set.inputs.front(), timed_outputs(image, reference.returned),
                           timed_outputs(image, answer.returned));
  return outcome.passed() ? std::optional(std::move(answer)) : std::nullopt;
} catch (const std::runtime_error&) {
  return std::nullopt;
}

/// One call of each; `is_even`: the reference first.
std::optional<Pair> call_both(LabContext& context, const PlannedTest& test, bool is_even, Outcome& why) {
  const ProblemSet set = problems(context, test, fresh_seed());
  const bool on_host = context.job.lab.on_host();
  const Image image(set, ValueType::int32, on_host ? wire::Memory::host : wire::Memory::device, 0, true);
  WorkerRequest request{.image = image, .timed = wire::Timed::yes};
  if (on_host) request.before_start = [&] { image.reveal(set); };
  Pair pair;
  const auto ask_reference = [&] { pair.reference = context.device_reference.call(request); };
  if (is_even && on_host) ask_reference();
  std::optional<Answer> answer = context.workers.ask(test, request, why);
  if (!answer) return std::nullopt;
  if (!is_even || !on_host) ask_reference();
  if (!on_host) pair.library = ask_library(context, set, image, pair.reference);
  pair.submission = *std::move(answer);
  pair.outcome =
      context.oracle.judge(*set.interface, set.inputs.front(), timed_outputs(image, pair.reference.returned),
                           timed_outputs(image, pair.submission.returned));
  // Another order of sums may be nearer to the oracle than the reference solution is.
  const bool is_compared = !context.oracle.has(OracleCall::check) && !context.job.oracle_is_reference;
  if (!pair.outcome.passed() && is_compared)
    pair.outcome =
        context.oracle.judge(*set.interface, set.inputs.front(), context.oracle.expected(set).outputs(0),
                             timed_outputs(image, pair.submission.returned));
  if (!pair.outcome.passed() || on_host) return pair;
  if (!is_complete(image, pair.submission)) {
    pair.outcome = {Verdict::invalid_measurement, Statement(Sentence::output_late), "unfinished"};
  } else if (pair.submission.fetched.launches.elsewhere > 0) {
    pair.outcome = {Verdict::invalid_measurement, Statement(Sentence::elsewhere), "stream"};
  }
  return pair;
}

/// On one processor, as long as it lives, also the workers that are started meanwhile: processors that are
/// busy to a different degree would make one of them slower.
class OneProcessor {
 public:
  OneProcessor() : is_known_(::sched_getaffinity(0, sizeof before_, &before_) == 0) {
    cpu_set_t one;
    CPU_ZERO(&one);
    const int now = ::sched_getcpu();
    if (now >= 0) CPU_SET(static_cast<std::size_t>(now), &one);
    if (is_known_ && now >= 0) static_cast<void>(::sched_setaffinity(0, sizeof one, &one));
  }
  ~OneProcessor() {
    if (is_known_) static_cast<void>(::sched_setaffinity(0, sizeof before_, &before_));
  }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t before_{};
  bool is_known_;
};

Outcome judge_host_time(LabContext& context, const PlannedTest& test) {
  const OneProcessor here;
  context.workers.replace();
  context.device_reference.stop();
  double best = std::numeric_limits<double>::max(), best_reference = best;
  for (int round = 0; round < kTimedPairs; ++round) {
    Outcome why;
    const std::optional<Pair> pair = call_both(context, test, round % 2 == 0, why);
    if (!pair) return why;
    if (!pair->outcome.passed()) return pair->outcome;
    best = std::min(best, pair->submission.cpu_s);
    best_reference = std::min(best_reference, pair->reference.cpu_s);
    const std::optional<double> most = test.item->max_ratio;
    if (most && round + 1 >= kFewestTimedPairs && best * kTwiceAsGood <= *most * best_reference) break;
  }
  constexpr double kMs = 1e3;
  if (best_reference < kShortestS)
    return {Verdict::grader_error,
            Statement(Sentence::too_short_to_time, best_reference * kMs, kShortestS * kMs), ""};
  const double ratio = best / best_reference;
  Outcome outcome =
      judged(*test.item, ratio,
             Statement(Sentence::cpu_time, best * kMs, ratio, say(Sentence::the_reference),
                       best_reference * kMs, test.item->max_ratio.value_or(test.item->full.value_or(0))),
             "slow");
  outcome.metrics["time_ms"] = best * kMs;
  outcome.metrics["reference_ms"] = best_reference * kMs;
  return outcome;
}

/// Throws std::runtime_error when one of our own programs fails.
std::optional<DeviceFigures> sample(LabContext& context, const PlannedTest& test, Outcome& why) {
  const ProblemSet staged = problems(context, test, fresh_seed());
  const Image image(staged, ValueType::int32, wire::Memory::device, 0, true);
  if (context.device_yardsticks == nullptr)
    context.device_yardsticks = std::make_unique<DeviceYardsticks>(context.job, context.start);
  context.device_yardsticks->stage(image);
  DeviceSamples samples, warming_up;
  samples.cub_function = say(Sentence::the_reference);
  samples.moves_all = false;
  samples.library_name = context.job.library_name;
  for (int round = 0; round <= kDeviceRounds; ++round) {
    DeviceSamples& into = round == 0 ? warming_up : samples;
    context.device_yardsticks->call_all(image, into);
    const std::optional<Pair> pair = call_both(context, test, false, why);
    if (pair) why = pair->outcome;
    if (!pair || !why.passed()) return std::nullopt;
    into.submission.add(pair->submission.call_s, pair->submission.done.event_s);
    into.reference.add(pair->reference.call_s, pair->reference.done.event_s);
    if (pair->library) into.library.add(pair->library->call_s, pair->library->done.event_s);
  }
  samples.cub = samples.reference;
  return DeviceFigures(std::move(samples));
}

Outcome judge_device_time(LabContext& context, const PlannedTest& test) {
  std::string noise;
  std::optional<DeviceFigures> best;
  for (int attempt = 0; attempt < kDeviceAttempts; ++attempt) {
    Outcome why;
    std::optional<DeviceFigures> figures = sample(context, test, why);
    if (!why.passed()) return why;
    noise = figures->noise();
    if (!noise.empty()) continue;
    const bool is_settled = figures->settled();
    if (!best || figures->better_than(*best)) best = std::move(figures);
    if (is_settled) break;
  }
  if (best) return best->judged(*test.item, std::nullopt);
  return {Verdict::grader_error, Statement(Sentence::noisy_gpu, noise), ""};
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
  const Statement counted(named<Sentence>("counted_" + item.metric).value(), figure);
  Explanation told = counted;
  if (item.per) told += Statement(Sentence::counted_per, item.per->text());
  if (!item.of.empty()) told += Statement(Sentence::counted_of, fmt::format("{}", fmt::join(item.of, ", ")));
  if (figure < least)
    return {Verdict::invalid_measurement, std::move(told) + Statement(Sentence::counted_too_low, least),
            "implausible"};
  told +=
      Statement(Sentence::full_points_up_to, item.max_ratio ? *item.max_ratio : item.full.value_or(figure));
  Outcome judgement = judged(item, figure, std::move(told), item.metric);
  judgement.lines = std::move(outcome.lines);
  return judgement;
}

// The time of a function without a kit beside the reference solution's, which answers the same inputs in
// turns with it, each in its own worker.

Outcome judge_time_beside_reference(LabContext& context, const PlannedTest& test) try {
  return context.job.lab.on_host() ? judge_host_time(context, test) : judge_device_time(context, test);
} catch (const OracleError&) {
  throw;
} catch (const std::runtime_error& error) {
  return {Verdict::grader_error, Statement(Sentence::words, error.what()), ""};
}

}  // namespace mergelab::judge
