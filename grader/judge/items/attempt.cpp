#include "judge/items/attempt.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "judge/signs.hpp"

namespace mergelab::judge {
namespace {

constexpr std::string_view kEnded = "\nthis ended the run: ", kBarrier = "divergent_barrier";

/// What is said of barriers that threads reached apart, after a race; "" where nothing is.
std::string barriers_after_race(const Outcome& outcome) {
  const std::size_t end = outcome.message.find(kEnded);
  if (outcome.symptom != "race" || end == std::string::npos) return "";
  const std::size_t begin = end + kEnded.size();
  std::string text = outcome.message.substr(begin, outcome.message.find('\n', begin) - begin);
  const Signs signs = signs_of_violations({{"race", text, ""}});
  return std::find(signs.begin(), signs.end(), kBarrier) != signs.end() ? text : "";
}

/// Tells of the barrier first.
void tell_barrier_first(Outcome& outcome, std::vector<Violation>& violations) {
  const std::string barriers = barriers_after_race(outcome);
  const std::string race = outcome.message.substr(0, outcome.message.find(kEnded));
  outcome.message = barriers + "\nbefore that, " + race;
  outcome.symptom = kBarrier;
  violations.insert(violations.begin(), {std::string(kBarrier), outcome.message, ""});
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
    tell_refused_first(tried.answer->fetched.launches.refused, workers.wording(), tried.outcome);
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
  if (!barriers_after_race(first.outcome).empty() && !barriers_after_race(second.outcome).empty())
    tell_barrier_first(in_step ? second.outcome : first.outcome, violations);
  workers.set_violations(std::move(violations));
  if (!second.outcome.passed())
    return in_step || first.outcome.passed() ? std::move(second) : std::move(first);
  context.only_in_step |= !in_step;
  return second;
}

}  // namespace mergelab::judge
