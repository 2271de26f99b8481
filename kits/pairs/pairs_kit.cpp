#include "kits/pairs/pairs_kit.hpp"

#include <time.h>

#include "judge/items/items.hpp"
#include "kits/keys/problems.hpp"

namespace mergelab::judge {
namespace {

/// All sorted arrays of so many keys 1, 2 and 3.
std::vector<std::vector<int>> sorted_arrays(std::size_t length) {
  std::vector<std::vector<int>> all;
  for (std::size_t threes = 0; threes <= length; ++threes) {
    for (std::size_t twos = 0; threes + twos <= length; ++twos) {
      std::vector<int> keys(length, 1);
      std::fill_n(keys.rbegin(), threes + twos, 2);
      std::fill_n(keys.rbegin(), threes, 3);
      all.push_back(std::move(keys));
    }
  }
  return all;
}

// A call that takes so many times what is allowed is ended: each comparison costs two messages.
constexpr std::int64_t kHopeless = 4;

// Pairs of (yardstick, student) that are timed; the best of each counts. Both in CPU time: on a busy machine
// either may have to wait for a processor, for longer than it runs.
constexpr int kPairs = 7;
// Three are enough where the time is twice as good as it must be: more would say the same.
constexpr int kFewestPairs = 3;
constexpr double kClear = 2;
// No machine of today moves bytes faster than this through one core.
constexpr double kFastestBytesPerS = 1e12;

}  // namespace

std::pair<std::string, std::string> PairsKit::names_of_pair(const Lab& lab) {
  std::vector<std::string> names = names_of_inputs(lab);
  return {std::move(names.at(0)), std::move(names.at(1))};
}

std::vector<ProblemSet> PairsKit::small_problems(const Lab& lab, std::size_t keys) const {
  std::vector<Arrays> pairs;
  for (std::size_t m = 0; m <= keys; ++m) {
    for (const std::vector<int>& a : sorted_arrays(m)) {
      for (const std::vector<int>& b : sorted_arrays(keys - m)) pairs.push_back({a, b});
    }
  }
  std::vector<Shape> shapes{shape_of(lab)};
  if (lab.interface.has("section")) {
    for (const std::int64_t tile : {1, 2, 4, 256}) {
      for (const std::int64_t section : {tile, 2 * tile, 3 * tile}) shapes.push_back({section, tile});
    }
  }
  std::vector<ProblemSet> sets;
  for (const Shape& shape : shapes) {
    sets.push_back(problems_of(pairs, *this, lab.interface, shape));
    ask(sets.back(), 0);
  }
  return sets;
}

void PairsKit::check_case(const CaseSpec& spec, const Lab& lab) const {
  const KeysCase keys = keys_case(spec);
  check_has_no_lists(keys);
  check_sizes(keys, lab);
  check_is_sorted(keys);
}

void PairsKit::check_own(const Keys& keys, std::span<const std::string> names) const {
  check_order(keys.a, names[0]);
  check_order(keys.b, names[1]);
}

/// They have ties, and in this shape several blocks and several rounds in each.
std::map<std::string, std::vector<int>> PairsKit::shown_arrays(Lab& lab) const {
  if (lab.interface.has("section")) lab.constants = {{"section", 16}, {"tile", 6}};
  const auto [a, b] = names_of_pair(lab);
  return {{a, {1, 4, 6, 6, 9, 12, 15, 18, 20, 22, 25, 27}}, {b, {2, 3, 6, 7, 8, 10, 11, 13, 16, 21, 23, 28}}};
}

std::map<std::string, std::vector<int>> PairsKit::distinct_arrays(Lab& lab, Random& random) const {
  constexpr std::uint64_t kLeastKeys = 20, kMoreKeys = 8, kLargestKey = 99, kTile = 8, kMoreTile = 5;
  const auto [name_a, name_b] = names_of_pair(lab);
  std::vector<int> a, b;
  std::uint64_t left = kLeastKeys + 2 * random.below(kMoreKeys);
  for (std::uint64_t key = 1; key <= kLargestKey && left > 0; ++key) {
    // Of the keys that are left, as many as are wanted, each as likely as the others.
    if (random.below(kLargestKey - key + 1) >= left) continue;
    (random.below(2) == 0 ? a : b).push_back(static_cast<int>(key));
    --left;
  }
  if (lab.interface.has("section")) {
    const auto tile = static_cast<std::int64_t>(kTile + random.below(kMoreTile));
    lab.constants = {{"section", 2 * tile}, {"tile", tile}};
  }
  return {{name_a, a}, {name_b, b}};
}

Outcome PairsKit::judge_performance(LabContext& context, const PlannedTest& test) const {
  switch (test.item->measure().value()) {
    case Measure::comparisons:
      return judge_comparisons(context, test);
    case Measure::cpu_time:
      return judge_cpu_time(context, test);
    case Measure::traffic:
    case Measure::device_time:
      break;
  }
  return KeysKit::judge_performance(context, test);
}

Outcome PairsKit::judge_comparisons(LabContext& context, const PlannedTest& test) const {
  ProblemSet set = judge::problems(context, test, fresh_seed());
  set.queries = counted(set);
  const Image image(set, ValueType::counted, wire::Memory::host, fresh_seed());
  std::vector<std::int64_t> allowed;
  for (const Query& query : set.queries) allowed.push_back(comparisons(set, query));
  std::vector<std::int64_t> counts(allowed.size());
  const auto ratio = [&](std::size_t q) {
    return static_cast<double>(counts[q]) / static_cast<double>(std::max<std::int64_t>(1, allowed[q]));
  };
  bool hopeless = false;
  const auto compared = [&](std::uint32_t problem) {
    ++counts[problem];
    hopeless = ratio(problem) > kHopeless;
    return !hopeless;
  };
  Outcome why;
  const std::optional<Answer> answer = context.workers.ask(test, {.image = image, .compared = compared}, why);
  if (hopeless) {
    context.workers.replace();  // the item's other cases have nothing to do with it
  } else if (!answer) {
    return why;
  } else if (Outcome checked = check(set, image, answer->returned, {}, false); !checked.passed()) {
    return checked;
  }

  std::size_t worst = 0;
  for (std::size_t q = 0; q < counts.size(); ++q) worst = ratio(q) > ratio(worst) ? q : worst;
  Explanation told;
  if (hopeless) told += Statement(Sentence::over);
  told += in_words(set, set.queries[worst], counts[worst] - (hopeless ? 1 : 0), allowed[worst]);
  return judged(*test.item, ratio(worst), std::move(told), "comparisons");
}

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
      return {Verdict::invalid_measurement, Statement(Sentence::faster_than_memory), "implausible"};
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
