#include "judge/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "judge/items/attempt.hpp"
#include "judge/items/items.hpp"
#include "judge/problems.hpp"

namespace mergelab::judge {
namespace {

/// What is none would be lost on the way to the report.
bool is_finite(const Outcome& outcome) {
  const auto finite = [](double value) { return std::isfinite(value); };
  return std::all_of(outcome.metrics.begin(), outcome.metrics.end(),
                     [&](const auto& metric) { return finite(metric.second); }) &&
         std::all_of(outcome.samples.begin(), outcome.samples.end(), [&](const auto& samples) {
           return std::all_of(samples.second.begin(), samples.second.end(), finite);
         });
}

}  // namespace

Outcome Runner::run(const PlannedTest& test) try {
  const BuildKind kind = build_of(*test.item, context_.job.backend);
  if (!context_.job.objects.contains(kind)) {
    return {Verdict::grader_error, fmt::format("there is no build '{}'", to_string(kind)), "", {}};
  }
  if (std::optional<Outcome> lost = context_.workers.lost(*test.item)) return *lost;
  static_cast<void>(context_.workers.take_violations());
  Outcome outcome = run_item(test);
  if (!is_finite(outcome))
    outcome = {Verdict::invalid_measurement, "a figure is no number: it can't be true", "implausible", {}};
  outcome.violations = context_.workers.take_violations();
  context_.workers.end_test(test);
  return outcome;
} catch (const std::exception& error) {
  return {Verdict::grader_error, fmt::format("the grader failed: {}", error.what()), "", {}};
}

Outcome Runner::run_item(const PlannedTest& test) {
  if (test.spec->needs_launch() && !context_.launch) {
    Outcome probed = probe();
    if (!probed.passed()) return probed;
  }
  const Item& item = *test.item;
  if (item.checker == CheckerRule::accesses) return judge_rules(context_, test);
  if (item.kind != ItemKind::performance) return judge_correctness(context_, test);
  switch (item.measure().value()) {
    case Measure::comparisons:
      return judge_comparisons(context_, test);
    case Measure::traffic:
      return judge_traffic(context_, test);
    case Measure::cpu_time:
      return judge_cpu_time(context_, test);
    case Measure::device_time:
      break;
  }
  return judge_gpu_time(context_, test);
}

Outcome Runner::probe() {
  static const Family kProbe{
      .name = "probe", .about = "", .hidden = false, .backends = {}, .seed = 1, .cases = {}};
  CaseSpec spec;
  spec.generator = "distinct";
  spec.m = spec.n = SizeExpr("4*section");
  Item item;
  // A race that spoils the launch is seen with the checks alone.
  item.checks = context_.job.backend == Backend::cpu &&
                context_.job.objects.contains(BuildKind(ValueType::int32, true));
  if (!context_.job.objects.contains(build_of(item, context_.job.backend)))
    return {Verdict::build_failed, "there is no build with elements of type int to see a launch of", "", {}};
  const PlannedTest test{&item, &kProbe, &spec};
  const ProblemSet set = problems(context_, test, 1);
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  const auto [answer, outcome] =
      attempt(context_, test, {.image = image}, [](const Answer&) { return Outcome(); });
  context_.workers.end_item();  // it is gone with this function
  if (!answer) return outcome;
  context_.launch = launch_of(answer->fetched.launches, outputs(set));
  if (context_.launch) return {};
  return {Verdict::wrong_answer, "no kernel was launched", "no_launch", {}};
}

}  // namespace mergelab::judge
