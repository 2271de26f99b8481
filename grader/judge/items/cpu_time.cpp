// Items that grade CPU time against a yardstick.
#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>

#include "judge/check.hpp"
#include "judge/items/items.hpp"
#include "judge/items/threshold.hpp"
#include "judge/problems.hpp"
#include "judge/random.hpp"
#include "judge/yardstick.hpp"

namespace mergelab::judge {
namespace {

// Pairs of (yardstick, student) that are timed; the best of each counts. Both in CPU time: on a busy machine
// either may have to wait for a processor, for longer than it runs.
constexpr int kPairs = 7;
// Three are enough where the time is twice as good as it must be: more would say the same.
constexpr int kFewestPairs = 3;
constexpr double kClear = 2;
// No machine of today moves bytes faster than this through one core.
constexpr double kFastestBytesPerS = 1e12;
constexpr std::size_t kTimedRanks = 20'000;

/// Ranks are compared to those that the yardstick found; the first that differs is explained.
Outcome check_timed_ranks(const ProblemSet& set, const std::vector<int>& expected,
                          std::span<const std::byte> returned) {
  std::vector<int> ranks(expected.size());
  std::memcpy(ranks.data(), returned.data(), returned.size());
  const auto differs = std::mismatch(ranks.begin(), ranks.end(), expected.begin()).first;
  if (differs == ranks.end()) return {};
  const auto q = static_cast<std::size_t>(differs - ranks.begin());
  const auto cut = [](const std::vector<int>& keys, int from, int count) {
    return std::vector<int>(keys.begin() + from, keys.begin() + from + count);
  };
  const Query& query = set.queries.front();
  const Part& part = query.parts[q];
  return check_ranks({cut(set.arrays[0].a, part.a, part.m), cut(set.arrays[0].b, part.b, part.n)},
                     std::span(&query.k[q], 1), std::span(&*differs, 1));
}

}  // namespace

Outcome judge_cpu_time(LabContext& context, const PlannedTest& test) {
  const bool asks_ranks = context.job.lab.asks_ranks();
  Yardstick yardstick(test.item->yardstick);
  double best_yardstick = std::numeric_limits<double>::max(), best_student = best_yardstick;
  for (int pair = 0; pair < kPairs; ++pair) {
    // Every timed call has unpredictable inputs, and the worker sees them when its clock runs.
    ProblemSet set = problems(context, test, fresh_seed());
    // Whether a merge loses the rest of one array must not be left to what was drawn.
    set = asks_ranks ? crossed(set, kTimedRanks, fresh_seed())
                     : ending_in(std::move(set), pair % 2 == 0 ? Last::a : Last::b);
    const Image image(set, test.item->value, wire::Memory::host, 0, true);
    const auto start = [&] {
      best_yardstick = std::min(best_yardstick, yardstick.time_s(set.arrays[0], set.queries[0]));
      image.reveal(set);
    };
    Outcome why;
    const std::optional<Answer> answer =
        context.workers.ask(test, {.image = image, .timed = wire::Timed::yes, .before_start = start}, why);
    if (!answer) return why;
    Outcome checked = asks_ranks ? check_timed_ranks(set, yardstick.result(), answer->returned)
                                 : check_merge_of_ints(set.arrays[0], answer->returned);
    if (!checked.passed()) return checked;
    best_student = std::min(best_student, answer->cpu_s);
    if (best_student < static_cast<double>(image.bytes()) / kFastestBytesPerS) {
      return {Verdict::invalid_measurement, Statement(Sentence::faster_than_memory), "implausible", {}};
    }
    const std::optional<double> most = test.item->max_ratio;
    if (most && pair + 1 >= kFewestPairs && best_student * kClear <= *most * best_yardstick) break;
  }
  const double ratio = best_student / best_yardstick;
  Outcome outcome =
      judged(*test.item, ratio,
             Statement(Sentence::cpu_time, best_student * 1e3, ratio,
                       asks_ranks ? say(Sentence::plain_search) : "std::merge", best_yardstick * 1e3,
                       test.item->max_ratio.value_or(test.item->full.value_or(0))),
             "slow");
  outcome.metrics["time_ms"] = best_student * 1e3;
  outcome.metrics["yardstick_ms"] = best_yardstick * 1e3;
  return outcome;
}

}  // namespace mergelab::judge
