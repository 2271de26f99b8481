#include "judge/items/attempt.hpp"

#include <utility>

#include "judge/findings.hpp"

namespace mergelab::judge {
namespace {

/// Of a run that began with a race, and ended at barriers that threads reached apart: what ended it.
const Finding* barriers_after_race(const Outcome& outcome) {
  if (outcome.symptom != "race" || outcome.why.findings().size() < 2) return nullptr;
  const Finding& last = outcome.why.findings().back();
  return last.message == finding::Message::divergent_barrier ? &last : nullptr;
}

/// Tells of the barrier first, without advice on the race.
void tell_barrier_first(Outcome& outcome, std::vector<Violation>& violations) {
  Finding race = outcome.why.findings().front();
  race.advice = finding::Advice::none;
  race.returned = {};
  outcome.why = outcome.why.findings().back() + Explanation(Statement(Sentence::before_that)) + race;
  outcome.symptom = symptom_of(finding::Rule::divergent_barrier);
  violations.insert(violations.begin(), {outcome.symptom, outcome.why});
}

}  // namespace

Attempt attempt(LabContext& context, const PlannedTest& test, const WorkerRequest& request,
                const std::function<Outcome(const Answer&)>& check) {
  Workers& workers = context.workers;
  const auto once = [&](bool in_step) {
    WorkerRequest asked = request;
    asked.in_step = in_step;
    Attempt tried;
    tried.answer = workers.ask(test, std::move(asked), tried.outcome);
    if (!tried.answer) return tried;
    tried.outcome = check(*tried.answer);
    tell_refused_first(tried.answer->fetched.launches.refused, workers.files(), tried.outcome);
    return tried;
  };
  // What one case needed the others will need: without it they may run wild for as long as they are let.
  const bool in_step = context.only_in_step && test.item->checks;
  Attempt first = once(in_step);
  const bool raced = workers.raced();
  // What threads that run one after another learn by a race must not be counted.
  const bool informs =
      (request.watch & wire::kWatchTraffic) != 0 && first.answer && first.answer->fetched.race_informs != 0;
  if (raced ? first.outcome.passed() && (in_step || !informs) : !in_step) return first;
  std::vector<Violation> violations = workers.take_violations();
  workers.replace();  // or the first try could do the work of the second, which is counted
  if (!raced) return once(false);
  Attempt second = once(!in_step);
  // With the threads in step a race does no harm: what is apart then was not led apart by it.
  if (barriers_after_race(first.outcome) != nullptr && barriers_after_race(second.outcome) != nullptr)
    tell_barrier_first(in_step ? second.outcome : first.outcome, violations);
  workers.set_violations(std::move(violations));
  if (!second.outcome.passed())
    return in_step || first.outcome.passed() ? std::move(second) : std::move(first);
  context.only_in_step |= !in_step;
  return second;
}

}  // namespace mergelab::judge
