#include "judge/runner.hpp"

#include <fmt/format.h>

#include "judge/items/attempt.hpp"
#include "judge/items/items.hpp"
#include "judge/problems.hpp"

namespace mergelab::judge {

Outcome Runner::run(const PlannedTest& test) try {
  const BuildKind kind = build_of(*test.item, context_.job.backend);
  if (!context_.job.objects.contains(kind)) {
    return {Verdict::grader_error, fmt::format("there is no build '{}'", to_string(kind)), "", {}};
  }
  if (std::optional<Outcome> lost = context_.workers.lost(*test.item)) return *lost;
  static_cast<void>(context_.workers.take_violations());
  Outcome outcome = run_item(test);
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
    return {Verdict::grader_error, "there is no build to observe a launch with", "", {}};
  const PlannedTest test{&item, &kProbe, &spec};
  const ProblemSet set = problems(context_, test, 1);
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  const auto [answer, outcome] =
      attempt(context_, test, {.image = image}, [](const Answer&) { return Outcome(); });
  context_.workers.end_item();  // it is gone with this function
  if (!answer) return outcome;
  const wire::Launches& seen = answer->fetched.launches;
  const std::int64_t block = volume(seen.block), grid = volume(seen.grid);
  if (seen.count == 0 || block <= 0 || block > 1024 || grid <= 0 || grid > INT32_MAX) {
    return {Verdict::wrong_answer, "no kernel was launched", "no_launch", {}};
  }
  context_.launch = Launch{block, grid * block, (outputs(set) + grid * block - 1) / (grid * block)};
  return {};
}

}  // namespace mergelab::judge
