// The result of one item, before the points of the lab are dealt out and hints chosen.
#include "score/score.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace mergelab::score {
namespace {

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
  std::istringstream log(build.log);
  std::string first;
  for (std::string line; std::getline(log, line);) {
    if (line.find("error") != std::string::npos) return line;
    if (first.empty()) first = line;
  }
  return first.empty() ? std::string(phrase(build.verdict)) : first;
}

/// The test that the item's message is from; nullptr when all passed.
const Observation* first_failure(const std::vector<Observation>& tests, Verdict status) {
  const auto found = std::find_if(tests.begin(), tests.end(), [&](const Observation& test) {
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
  if (judged.result.message.empty()) {
    judged.result.message = worst->hidden ? hidden_message(judged.result.status)
                                          : say(Sentence::figure_past_full, item.metric, worst_metric,
                                                item.max_ratio.value_or(item.full.value_or(0)));
  }
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
    const auto worst =
        std::max_element(result.tests.begin(), result.tests.end(),
                         [&](const auto& a, const auto& b) { return badness(a) < badness(b); });
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
  const auto found = std::find_if(observations.begin(), observations.end(), [&](const Observation& seen) {
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
  if (due.empty()) {
    return decided_item(item, backends, Verdict::not_run,
                        item.backends.empty() ? say(Sentence::runs_elsewhere)
                                              : say(Sentence::runs_only_on, to_string(item.backends)));
  }
  const auto failed = std::find_if(builds.begin(), builds.end(), [&](const BuildResult& build) {
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
    if (std::any_of(tests.begin(), tests.end(), [&](const Observation& t) { return t.backend == backend; }))
      continue;
    return decided_item(item, due, Verdict::grader_error,
                        say(Sentence::no_test_observed, to_string(backend)));
  }
  const auto is_unjudged = [](const Observation& test) { return test.outcome.verdict == Verdict::not_run; };
  JudgedItem judged = decided_item(item, due, Verdict::passed, "");
  if (std::all_of(tests.begin(), tests.end(), is_unjudged)) {
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
