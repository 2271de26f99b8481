// Items that grade CPU time against a yardstick.
#include <time.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "judge/items/threshold.hpp"
#include "judge/problems.hpp"
#include "judge/random.hpp"
#include "kits/pairs/pairs_kit.hpp"

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

}  // namespace

double own_cpu_s() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Outcome PairsKit::judge_cpu_time(LabContext& context, const PlannedTest& test) const {
  std::vector<int> found;
  double best_yardstick = std::numeric_limits<double>::max(), best_student = best_yardstick;
  for (int pair = 0; pair < kPairs; ++pair) {
    // Every timed call has unpredictable inputs, and the worker sees them when its clock runs.
    const ProblemSet set = timed_on_host(judge::problems(context, test, fresh_seed()), pair);
    const Image image(set, test.item->value, wire::Memory::host, 0, true);
    const auto start = [&] {
      best_yardstick = std::min(best_yardstick, plain_time_s(set, found));
      image.reveal(set);
    };
    Outcome why;
    const std::optional<Answer> answer =
        context.workers.ask(test, {.image = image, .timed = wire::Timed::yes, .before_start = start}, why);
    if (!answer) return why;
    Outcome checked = check_found(set, found, answer->returned);
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
             Statement(Sentence::cpu_time, best_student * 1e3, ratio, plain_code(), best_yardstick * 1e3,
                       test.item->max_ratio.value_or(test.item->full.value_or(0))),
             "slow");
  outcome.metrics["time_ms"] = best_student * 1e3;
  outcome.metrics["yardstick_ms"] = best_yardstick * 1e3;
  return outcome;
}

}  // namespace mergelab::judge
