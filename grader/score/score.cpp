#include "score/score.hpp"

#include <numeric>

#include "base/lines.hpp"

namespace mergelab::score {
namespace {

/// The first item that lost points, with its name in front, unless a build says it of all.
std::string first_thing(const std::vector<JudgedItem>& items) {
  for (const JudgedItem& item : items) {
    const ItemResult& result = item.result;
    if (result.status == Verdict::passed || result.status == Verdict::not_run) continue;
    if (item.by_build) return result.message;
    return result.message.empty() ? result.id : say(Sentence::of_test, result.id, result.message);
  }
  return "";
}

/// A broken rule that costs no item here: with --case, on own arrays, and in a lab without such an item.
std::string unreported_violation(const Lab& lab, const std::vector<Observation>& observations) {
  if (std::ranges::any_of(lab.items, [](const Item& item) { return item.checker == CheckerRule::accesses; }))
    return "";
  for (const Observation& seen : observations) {
    const std::vector<Violation>& violations = seen.outcome.violations;
    if (!seen.hidden && !violations.empty())
      return say(Sentence::of_test, seen.test, in_words(violations.front()));
  }
  return "";
}

/// A race costs the item that reports it. Cases of the checked items are tried again as if it were fixed; one
/// that is too large for the checks is not, and loses no points if all that were tried are right.
void spare_unchecked(const Lab& lab, std::vector<JudgedItem>& items) {
  const JudgedItem* race = nullptr;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& rubric = lab.items[i];
    const JudgedItem& item = items[i];
    const Verdict status = item.result.status;
    const bool is_right = status == Verdict::passed || status == Verdict::not_run;
    if (rubric.checker == CheckerRule::accesses && status == Verdict::checker_violation &&
        std::ranges::find(item.seen, "race") != item.seen.end())
      race = &item;
    if (rubric.kind == ItemKind::correctness && rubric.checks && !is_right) return;
  }
  if (race == nullptr) return;
  for (std::size_t i = 0; i < items.size(); ++i) {
    ItemResult& result = items[i].result;
    const bool is_spoilt = result.status == Verdict::wrong_answer || result.status == Verdict::crashed ||
                           result.status == Verdict::timed_out;
    if (lab.items[i].kind != ItemKind::correctness || lab.items[i].checks || items[i].by_build || !is_spoilt)
      continue;
    items[i].credit = 1;
    items[i].seen.clear();
    result.status = Verdict::passed;
    result.message = say(Sentence::spared, race->result.id);
  }
}

/// Takes out what the submission chose: values, places, figures, each test's result. A figure's points would
/// reveal it too.
void withhold(JudgedItem& item) {
  constexpr double kParts = 20;
  ItemResult& result = item.result;
  if (result.tests.empty() || result.status == Verdict::grader_error) return;
  item.credit = std::floor(item.credit * kParts) / kParts;
  result.message = result.status == Verdict::passed ? "" : phrase(result.status);
  result.of_test.clear();
  result.metrics.clear();
  result.tests.clear();
  result.hidden_tests = 0;
}

/// Deals the lab's points to the items that are due, pro rata, and sums up.
LabResult deal(const Lab& lab, std::vector<JudgedItem> items, const std::vector<std::string>& references) {
  LabResult result;
  give_hints(lab, items);
  if (!references.empty()) std::ranges::for_each(items, withhold);
  result.carried_forward = references;
  result.name = lab.name;
  result.max_score = lab.points;
  std::vector<Points> due(items.size());
  bool any_due = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!counts_in_maximum(items[i].result.status)) continue;
    any_due = true;
    due[i] = lab.items[i].points;
    result.status = worse(result.status, items[i].result.status);
  }
  const std::vector<Points> most = divided(lab.points, due);
  const bool can_score = any_due && std::accumulate(most.begin(), most.end(), Points()) == lab.points;
  Points score;
  for (std::size_t i = 0; i < items.size(); ++i) {
    ItemResult& item = items[i].result;
    if (const auto group = lab.groups.find(lab.items[i].group); group != lab.groups.end()) {
      item.group = group->first;
      item.group_about = group->second;
    }
    item.max_score = most[i];
    item.score = most[i].part(items[i].credit);
    score += item.score;
  }
  result.message = first_thing(items);
  if (!can_score) {
    result.status = Verdict::not_run;
    result.message = say(Sentence::no_item_ran);
  } else if (result.status != Verdict::grader_error) {
    result.score = score;
  }
  for (JudgedItem& item : items) result.items.push_back(std::move(item.result));
  return result;
}

bool is_untimed(const Item& item) {
  return item.kind == ItemKind::correctness || (item.kind == ItemKind::performance && !item.is_timed());
}

constexpr double kAllPercent = 100;

/// Divides what the items earned among the deductions and the score.
void share(LabResult& result) {
  if (!result.score) return;
  Points left = *result.score;
  for (const Deduction& each : result.deductions) left += each.points;
  const Points earned = left;
  double percent_left = kAllPercent;
  for (Deduction& each : result.deductions) {
    const double percent = std::clamp(each.percent, 0.0, percent_left);
    percent_left -= percent;
    each.points = percent_left == 0 ? left : std::min(left, earned.part(percent / kAllPercent));
    left -= each.points;
  }
  result.score = left;
}

}  // namespace

LabResult score_lab(const Lab& lab, Backends backends, const std::vector<BuildResult>& builds,
                    const std::vector<Observation>& observations,
                    const std::vector<std::string>& references) {
  std::vector<JudgedItem> items;
  for (const Item& item : lab.items) items.push_back(judge_item(item, backends, builds, observations));
  spare_unchecked(lab, items);
  LabResult result = deal(lab, std::move(items), references);
  result.builds = builds;
  if (result.message.empty()) {
    result.message = unreported_violation(lab, observations);
    if (!result.message.empty() && !references.empty()) result.message = say(Sentence::rule_broken);
  }
  return result;
}

LabResult unscored_lab(const Lab& lab, Backends backends, Verdict verdict, const std::string& message) {
  std::vector<JudgedItem> items;
  for (const Item& item : lab.items) {
    const Backends due = due_on(item, backends);
    items.push_back(due.empty() ? judge_item(item, backends, {}, {})
                                : decided_item(item, due, verdict, message));
  }
  LabResult result = deal(lab, std::move(items), {});
  if (result.status != Verdict::not_run) result.message = message;
  return result;
}

void total(Grading& grading) {
  Points score, max_score;
  bool known = true;
  for (const LabResult& lab : grading.labs) {
    known &= lab.score.has_value();
    score += lab.score.value_or(0);
    max_score += lab.max_score;
  }
  grading.score = known ? std::optional(score) : std::nullopt;
  grading.max_score = max_score;
  grading.complete =
      known && std::ranges::all_of(grading.asked, [&](const auto& name) {
        return std::ranges::any_of(grading.labs, [&](const LabResult& lab) { return lab.name == name; });
      });
}

double credit(const Item& item, double metric) {
  if (!std::isfinite(metric) || metric < 0) return 0;
  if (item.max_ratio) return metric <= *item.max_ratio ? 1 : 0;
  if (!item.full || !item.zero) return 0;
  if (metric <= *item.full) return 1;
  if (metric >= *item.zero) return 0;
  return std::clamp(std::log(*item.zero / metric) / std::log(*item.zero / *item.full), 0.0, 1.0);
}

bool lost_untimed_points(const Lab& lab, const LabResult& result) {
  switch (result.status) {
    case Verdict::not_submitted:
    case Verdict::build_failed:
    case Verdict::forbidden:
      return true;
    default:
      break;
  }
  return std::ranges::any_of(result.items, [&](const ItemResult& seen) {
    const Item* item = lab.find_item(seen.id);
    const bool lost = seen.status != Verdict::passed && seen.status != Verdict::not_run;
    return lost && item != nullptr && is_untimed(*item);
  });
}

LabResult better(LabResult own, LabResult carried) {
  const std::optional<Points> own_score = own.score;
  // A result that the grader failed to get could have been the better one: only full marks settle it without.
  const auto settled = [](const LabResult& result) {
    return result.score && *result.score >= result.max_score;
  };
  bool take_carried = false;
  if (own.score && carried.score) {
    take_carried = *carried.score > *own.score;
  } else if (own.score) {
    take_carried = !settled(own);
  } else {
    take_carried = settled(carried);
  }
  LabResult result = take_carried ? std::move(carried) : std::move(own);
  result.own_score = own_score;
  return result;
}

std::int64_t days_late(const Deadline& deadline, Moment submitted) {
  constexpr Moment kMinute = 60;
  if (submitted <= deadline.at + kMinute * deadline.grace_minutes) return 0;
  return 1 + std::ranges::count_if(deadline.day_ends, [&](Moment end) { return end < submitted; });
}

std::optional<Deduction> late_deduction(const Deadline& deadline, Moment submitted) {
  const std::int64_t days = days_late(deadline, submitted);
  if (days == 0) return std::nullopt;
  Deduction late{.kind = "late", .message = "", .percent = 0, .points = 0};
  if (deadline.days_taken && days > *deadline.days_taken) {
    late.percent = kAllPercent;
    late.message = *deadline.days_taken == 0 ? say(Sentence::late, deadline.text)
                                             : say(Sentence::too_late, deadline.text, *deadline.days_taken);
    return late;
  }
  late.percent = std::min(kAllPercent, static_cast<double>(days) * deadline.percent_per_day);
  late.message = say(Sentence::days_late, days, deadline.text);
  return late;
}

void deduct(LabResult& result, Deduction deduction) {
  result.deductions.push_back(std::move(deduction));
  share(result);
}

void set_late(LabResult& result, std::optional<Deduction> late) {
  Points points;
  const std::size_t lost = std::erase_if(result.deductions, [&](const Deduction& each) {
    if (each.kind == "late") points += each.points;
    return each.kind == "late";
  });
  if (result.score) *result.score += points;
  const bool is_late = late.has_value();
  if (is_late) result.deductions.push_back(*std::move(late));
  if (is_late || lost > 0) share(result);
}

namespace {

/// How much longer than the reference's slowest run a good solution may take, relative to the baseline.
constexpr double kGenerous = 2.5;
/// What is left between the reference's slowest run on a GPU and the end of full points.
constexpr double kMargin = 1.1;

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// For people: three digits of a ratio, and a threshold up to the next tenth.
double three_digits(double value) { return std::round(value * 1000) / 1000; }
double up_to_tenth(double value) { return std::ceil(value * 10 - 1e-9) / 10; }

/// What the item says of a test that lost it its points.
std::string message_of(const Observation& test) {
  if (!test.hidden) return test.outcome.message;
  return test.outcome.passed() ? "" : hidden_message(test.outcome.verdict);
}

/// What may choose a hint on a figure. A broken rule must be fixed first.
std::vector<std::string> seen_of_figure(const Observation& test) {
  const Outcome& outcome = test.outcome;
  if (test.hidden || outcome.symptom.empty() || !outcome.violations.empty()) return {};
  return {outcome.symptom};
}

/// The line of a build's log that says most: the first with an error, else the first.
std::string headline(const BuildResult& build) {
  std::string first;
  for (const std::string& line : base::lines_of(build.log)) {
    if (line.find("error") != std::string::npos) return line;
    if (first.empty()) first = line;
  }
  return first.empty() ? std::string(phrase(build.verdict)) : first;
}

/// The test that the item's message is from; nullptr when all passed.
const Observation* first_failure(const std::vector<Observation>& tests, Verdict status) {
  const auto found = std::ranges::find_if(tests, [&](const Observation& test) {
    return status == Verdict::grader_error ? test.outcome.verdict == status : !test.outcome.passed();
  });
  return found == tests.end() ? nullptr : &*found;
}

/// Credit of a performance item whose outputs are right, from the worst of its tests.
void measure(const Item& item, const std::vector<Observation>& tests, JudgedItem& judged) {
  const Observation* worst = nullptr;
  double worst_metric = 0;
  for (const Observation& test : tests) {
    const auto metric = test.outcome.metrics.find(item.metric);
    if (metric == test.outcome.metrics.end()) {
      judged.result.status = Verdict::grader_error;
      judged.result.message = say(Sentence::no_figure, test.test, item.metric);
      return;
    }
    if (!std::isfinite(metric->second) || metric->second < 0) {
      judged.result.status = Verdict::invalid_measurement;
      judged.result.message = test.hidden ? hidden_message(judged.result.status)
                                          : say(Sentence::impossible_figure, item.metric, metric->second);
      return;
    }
    if (worst != nullptr && metric->second <= worst_metric) continue;
    worst = &test;
    worst_metric = metric->second;
  }
  judged.credit = credit(item, worst_metric);
  judged.result.status = judged.credit < 1 ? Verdict::too_slow : Verdict::passed;
  judged.result.message.clear();
  if (judged.credit == 1) return;
  const Observation* first = first_failure(tests, judged.result.status);
  if (first != nullptr) {
    judged.result.message = message_of(*first);
    judged.seen = seen_of_figure(*first);
  }
  if (judged.result.message.empty())
    judged.result.message = worst->hidden ? hidden_message(judged.result.status)
                                          : say(Sentence::figure_past_full, item.metric, worst_metric,
                                                item.max_ratio.value_or(item.full.value_or(0)));
}

/// The worst of each figure over the tests that may be shown. Times belong together: all of them are those of
/// the test that is worst.
void collect_metrics(const Item& item, ItemResult& result) {
  if (item.is_timed()) {
    const auto badness = [&](const Observation& test) {
      const auto& metrics = test.outcome.metrics;
      const auto found =
          metrics.contains(item.metric) ? metrics.find(item.metric) : metrics.find("cub_ratio");
      return found == metrics.end() ? -1 : found->second;
    };
    const auto worst = std::ranges::max_element(
        result.tests, [&](const auto& a, const auto& b) { return badness(a) < badness(b); });
    if (worst != result.tests.end()) result.metrics = worst->outcome.metrics;
    return;
  }
  for (const Observation& test : result.tests) {
    for (const auto& [name, value] : test.outcome.metrics) {
      const auto [entry, is_new] = result.metrics.emplace(name, value);
      if (!is_new) entry->second = std::max(entry->second, value);
    }
  }
}

/// The first test on the same backend that saw a violation, whatever its item; nullptr: none did. A violation
/// that a later case of the same item saw belongs only to that case.
const Observation* violating_test(const Observation& test, const std::vector<Observation>& observations) {
  const auto found = std::ranges::find_if(observations, [&](const Observation& seen) {
    return seen.backend == test.backend && !seen.outcome.violations.empty();
  });
  if (found == observations.end() || (found->item == test.item && &*found > &test)) return nullptr;
  return &*found;
}

/// What a violation in `test` costs a test of the item `rules`.
Outcome violated(const Observation& test) {
  const Violation& first = test.outcome.violations.front();
  // The item that reports it may be a visible one.
  Outcome outcome;
  outcome.verdict = Verdict::checker_violation;
  outcome.symptom = first.rule;  // in the message, also of a hidden case
  if (test.hidden) {
    outcome.message = say(Sentence::in_hidden_case, first.rule);
  } else {
    outcome.message = say(Sentence::of_test, test.test, in_words(first));
    outcome.of_test = test.test;
    outcome.clues = test.outcome.clues;
    outcome.why = first.why;
  }
  return outcome;
}

void judge_tests(const Item& item, const std::vector<Observation>& tests, JudgedItem& judged) {
  ItemResult& result = judged.result;
  result.status = Verdict::passed;
  for (const Observation& test : tests) result.status = worse(result.status, test.outcome.verdict);
  if (const Observation* failure = first_failure(tests, result.status)) {
    result.message = message_of(*failure);
    if (!failure->hidden) result.of_test = failure->outcome.of_test;
    judged.seen = seen_in(*failure);
  }
  const bool right = result.status == Verdict::passed || result.status == Verdict::too_slow;
  if (item.kind == ItemKind::performance) {
    if (right) measure(item, tests, judged);
  } else {
    judged.credit = result.status == Verdict::passed ? 1 : 0;
  }
}

}  // namespace

Calibration calibrated(const Item& item, const std::map<std::string, std::vector<double>>& runs) {
  Calibration found;
  double slowest = 0, slowest_of_median = 1;
  for (const auto& [name, values] : runs) {
    const double middle = median(values);
    const auto [least, most] = std::ranges::minmax_element(values);
    found.medians[name] = middle;
    found.spread = std::max(found.spread, (*most - *least) / middle);
    slowest = std::max(slowest, *most);
    slowest_of_median = std::max(slowest_of_median, *most / middle);
  }
  if (item.is_timed_on_device()) {
    for (const auto& [name, middle] : found.medians) found.reference[name] = three_digits(middle);
    slowest = slowest_of_median;
  }
  if (item.max_ratio) found.max_ratio = std::max(*item.max_ratio, up_to_tenth(kGenerous * slowest));
  if (item.full && item.zero) {
    found.full = std::max(*item.full, up_to_tenth(kMargin * slowest));
    found.zero = *found.full == *item.full ? *item.zero : three_digits(*item.zero * *found.full / *item.full);
  }
  return found;
}

std::vector<std::string> seen_in(const Observation& test) {
  if (test.hidden) return {};
  std::vector<std::string> seen = test.outcome.clues;
  if (!test.outcome.symptom.empty()) seen.push_back(test.outcome.symptom);
  return seen;
}

Backends due_on(const Item& item, Backends backends) {
  Backends due;
  for (const Backend backend : item.backends.all()) {
    if (backends.has(backend)) due.add(backend);
  }
  return due;
}

JudgedItem decided_item(const Item& item, Backends backends, Verdict verdict, const std::string& message) {
  JudgedItem judged;
  judged.result.id = item.id;
  judged.result.kind = item.kind;
  judged.result.backends = backends;
  judged.result.about = item.about;
  judged.result.checks = item.checks;
  judged.result.status = verdict;
  judged.result.message = message;
  return judged;
}

JudgedItem judge_item(const Item& item, Backends backends, const std::vector<BuildResult>& builds,
                      const std::vector<Observation>& observations) {
  const Backends due = due_on(item, backends);
  if (due.empty())
    return decided_item(item, backends, Verdict::not_run,
                        item.backends.empty() ? say(Sentence::runs_elsewhere)
                                              : say(Sentence::runs_only_on, to_string(item.backends)));
  const auto failed = std::ranges::find_if(builds, [&](const BuildResult& build) {
    return build.value == item.value && due.has(build.backend) && !build.ok;
  });
  if (failed != builds.end()) {
    // A build that failed without saying why is the grader's mistake: it must neither pass nor leave the
    // maximum.
    const bool said = failed->verdict != Verdict::passed && failed->verdict != Verdict::not_run;
    JudgedItem judged =
        decided_item(item, due, said ? failed->verdict : Verdict::grader_error, headline(*failed));
    judged.by_build = true;
    return judged;
  }
  std::vector<Observation> tests;
  for (const Observation& seen : observations) {
    if (seen.item != item.id) continue;
    tests.push_back(seen);
    // Due, so it had to run; leaving the maximum is not a test's to decide, but for a GPU that no time of the
    // reference solution is known of.
    Outcome& outcome = tests.back().outcome;
    if (outcome.verdict == Verdict::not_run && !item.is_timed_on_device())
      outcome.verdict = Verdict::grader_error;
    if (item.checker != CheckerRule::accesses || !outcome.passed()) continue;
    if (const Observation* test = violating_test(seen, observations)) outcome = violated(*test);
  }
  for (const Backend backend : due.all()) {
    if (std::ranges::any_of(tests, [&](const Observation& t) { return t.backend == backend; })) continue;
    return decided_item(item, due, Verdict::grader_error,
                        say(Sentence::no_test_observed, to_string(backend)));
  }
  const auto is_unjudged = [](const Observation& test) { return test.outcome.verdict == Verdict::not_run; };
  JudgedItem judged = decided_item(item, due, Verdict::passed, "");
  if (std::ranges::all_of(tests, is_unjudged)) {
    judged = decided_item(item, due, Verdict::not_run, message_of(tests.front()));
  } else {
    for (Observation& test : tests)
      if (is_unjudged(test)) test.outcome.verdict = Verdict::grader_error;
    judge_tests(item, tests, judged);
  }
  for (const Observation& test : tests) {
    judged.result.hidden_tests += test.hidden ? 1 : 0;
    judged.result.tests.push_back(public_part(test));
  }
  collect_metrics(item, judged.result);
  return judged;
}

}  // namespace mergelab::score
