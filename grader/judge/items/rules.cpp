// The item `rules`: no violation of CUDA's rules.
#include "judge/items/correctness.hpp"
#include "judge/items/items.hpp"
#include "judge/problems.hpp"
#include "judge/sanitizer/run.hpp"

namespace mergelab::judge {

Outcome judge_rules(LabContext& context, const PlannedTest& test) {
  Outcome outcome;
  if (context.job.backend == Backend::gpu) {
    outcome = check_with_sanitizer(context, test);
  } else if (context.job.lab.on_host()) {
    outcome = judge_correctness(context, test);
  } else {
    // A second net under the race checker: no order of blocks and threads may change the result.
    outcome = check_runs(context, test, {{context.job.order}, {RunOrder::reverse}, {RunOrder::random}});
  }
  // A wrong output costs the item that it belongs to. Code that never works has shown nothing here.
  if (outcome.verdict == Verdict::wrong_answer && context.works) return {};
  return outcome;
}

}  // namespace mergelab::judge
