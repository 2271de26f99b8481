// The performance items of labs 1 and 2: comparisons, counted exactly, and time beside a yardstick.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "judge/check.hpp"
#include "judge/grading.hpp"
#include "judge/random.hpp"
#include "judge/yardstick.hpp"

namespace mergelab::judge {
namespace {

// Pairs of (yardstick, student) that are timed; the best of each counts. Both in CPU time: on a busy machine
// either may have to wait for a processor, for longer than it runs.
constexpr int kPairs = 7;
// No machine of today moves bytes faster than this through one core.
constexpr double kFastestBytesPerS = 1e12;
constexpr std::size_t kTimedRanks = 1'000'000;
constexpr std::size_t kCountedRanks = 257;

/// Above the item's threshold: the verdict that says so, in the metric's own words.
Outcome judged(const Item& item, double metric, std::string message, std::string symptom) {
  Outcome outcome;
  outcome.metrics[item.metric] = metric;
  const double allowed =
      item.max_ratio ? *item.max_ratio : item.full.value_or(std::numeric_limits<double>::max());
  if (metric > allowed) {
    outcome.verdict = Verdict::too_slow;
    outcome.message = std::move(message);
    outcome.symptom = std::move(symptom);
  }
  return outcome;
}

}  // namespace

Outcome Grading::count_comparisons(const PlannedTest& test) {
  const std::uint64_t seed = case_seed(job_.seed, *test.family, *test.spec, job_.secret);
  ProblemSet set = problems(test, seed);
  if (job_.lab.signature.asks_ranks) {
    // One rank per query, so that each has its own count.
    std::vector<Query> single;
    for (const Query& query : set.queries) {
      const std::size_t step = std::max<std::size_t>(1, query.k.size() / kCountedRanks);
      for (std::size_t q = 0; q < query.k.size(); q += step) single.push_back({query.arrays, {query.k[q]}});
    }
    set.queries = std::move(single);
  }
  const Image image(set, ValueType::counted, wire::Memory::host,
                    static_cast<std::uint32_t>(Random(seed).next()));
  Outcome why;
  const std::optional<Answer> answer = ask(test, {.image = image}, why);
  if (!answer) return why;
  Outcome checked = check_all(set, image, answer->returned, {});
  if (!checked.passed()) return checked;

  double worst = 0;
  std::string message;
  for (std::size_t q = 0; q < set.queries.size(); ++q) {
    const Arrays& arrays = set.arrays[set.queries[q].arrays];
    const auto m = static_cast<std::int64_t>(arrays.a.size()), n = static_cast<std::int64_t>(arrays.b.size());
    wire::Counters counters;
    std::memcpy(&counters, answer->returned.data() + q * sizeof(wire::Problem), sizeof counters);
    const std::int64_t allowed = job_.lab.signature.asks_ranks
                                     ? co_rank_comparisons(set.queries[q].k.front(), m, n)
                                     : merge_comparisons(m, n);
    const double ratio =
        static_cast<double>(counters.comparisons) / static_cast<double>(std::max<std::int64_t>(1, allowed));
    if (ratio <= worst) continue;
    worst = ratio;
    message = fmt::format(
        "{} comparisons for m = {}, n = {}{}, at most {} are needed", counters.comparisons, m, n,
        job_.lab.signature.asks_ranks ? fmt::format(", k = {}", set.queries[q].k.front()) : "", allowed);
  }
  return judged(*test.item, worst, std::move(message), "comparisons");
}

Outcome Grading::time_case(const PlannedTest& test) {
  const std::uint64_t seed = case_seed(job_.seed, *test.family, *test.spec, job_.secret);
  Yardstick yardstick(test.item->yardstick);
  double best_yardstick = std::numeric_limits<double>::max(), best_student = best_yardstick;
  for (int pair = 0; pair < kPairs; ++pair) {
    // Fresh inputs for every timed call, shown to the worker only when the last call was answered.
    ProblemSet set = problems(test, seed + static_cast<std::uint64_t>(pair));
    if (job_.lab.signature.asks_ranks) {
      Random random(seed ^ static_cast<std::uint64_t>(pair));
      const auto total = static_cast<std::uint64_t>(set.arrays[0].a.size() + set.arrays[0].b.size());
      set.queries[0].k.resize(kTimedRanks);
      for (int& k : set.queries[0].k) k = static_cast<int>(random.below(total + 1));
    }
    const Image image(set, test.item->value, wire::Memory::host, 0);
    Outcome why;
    const auto time_yardstick = [&] {
      best_yardstick = std::min(best_yardstick, yardstick.time_s(set.arrays[0], set.queries[0].k));
    };
    const std::optional<Answer> answer =
        ask(test, {.image = image, .cpu_clock = true, .before_start = time_yardstick}, why);
    if (!answer) return why;
    Outcome checked = check_all(set, image, answer->returned, {});
    if (!checked.passed()) return checked;
    best_student = std::min(best_student, answer->cpu_s);
    if (best_student < static_cast<double>(image.bytes()) / kFastestBytesPerS) {
      return {Verdict::invalid_measurement,
              "faster than memory can be read: this time can't be true",
              "implausible",
              {}};
    }
  }
  const double ratio = best_student / best_yardstick;
  Outcome outcome = judged(
      *test.item, ratio,
      fmt::format("{:.1f} ms, {:.1f} times as long as {} ({:.1f} ms); up to {:.3g} times is fine",
                  best_student * 1e3, ratio, job_.lab.signature.asks_ranks ? "a plain search" : "std::merge",
                  best_yardstick * 1e3, test.item->max_ratio.value_or(test.item->full.value_or(0))),
      "slow");
  outcome.metrics["time_ms"] = best_student * 1e3;
  outcome.metrics["yardstick_ms"] = best_yardstick * 1e3;
  return outcome;
}

}  // namespace mergelab::judge
