// Items that grade CPU time beside a yardstick.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

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
// No machine of today moves bytes faster than this through one core.
constexpr double kFastestBytesPerS = 1e12;
constexpr std::size_t kTimedRanks = 1'000'000;

}  // namespace

Outcome judge_cpu_time(LabContext& context, const PlannedTest& test) {
  const std::uint64_t seed = seed_of(context, test);
  Yardstick yardstick(test.item->yardstick);
  double best_yardstick = std::numeric_limits<double>::max(), best_student = best_yardstick;
  for (int pair = 0; pair < kPairs; ++pair) {
    // Every timed call has new inputs; the worker sees them only when it has answered the last call.
    ProblemSet set = problems(context, test, seed + static_cast<std::uint64_t>(pair));
    if (context.job.lab.signature.asks_ranks) {
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
        context.workers.ask(test, {.image = image, .cpu_clock = true, .before_start = time_yardstick}, why);
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
  Outcome outcome =
      judged(*test.item, ratio,
             fmt::format("{:.1f} ms, {:.1f} times as long as {} ({:.1f} ms); up to {:.3g} times is fine",
                         best_student * 1e3, ratio,
                         context.job.lab.signature.asks_ranks ? "a plain search" : "std::merge",
                         best_yardstick * 1e3, test.item->max_ratio.value_or(test.item->full.value_or(0))),
             "slow");
  outcome.metrics["time_ms"] = best_student * 1e3;
  outcome.metrics["yardstick_ms"] = best_yardstick * 1e3;
  return outcome;
}

}  // namespace mergelab::judge
