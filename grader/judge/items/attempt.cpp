#include "judge/items/attempt.hpp"

#include <utility>

namespace mergelab::judge {

Attempt attempt(LabContext& context, const PlannedTest& test, const WorkerRequest& request,
                const std::function<Outcome(const Answer&)>& check) {
  Workers& workers = context.workers;
  const auto once = [&](bool in_step) {
    WorkerRequest asked = request;
    asked.in_step = in_step;
    Attempt tried;
    tried.answer = workers.ask(test, std::move(asked), tried.outcome);
    if (tried.answer) tried.outcome = check(*tried.answer);
    return tried;
  };
  // What one case needed the others will need: without it they may run wild for as long as they are let.
  const bool in_step = context.only_in_step && test.item->checks;
  Attempt first = once(in_step);
  const bool raced = workers.raced();
  if (raced ? first.outcome.passed() : !in_step) return first;
  std::vector<Violation> violations = workers.take_violations();
  workers.replace();  // or the first try could do the work of the second, which is counted
  if (!raced) return once(false);
  Attempt second = once(!in_step);
  workers.set_violations(std::move(violations));
  if (!second.outcome.passed()) return in_step ? std::move(second) : std::move(first);
  context.only_in_step |= !in_step;
  return second;
}

}  // namespace mergelab::judge
