// The item `rules`: no violation of CUDA's rules.
#include "judge/items/correctness.hpp"
#include "judge/items/items.hpp"
#include "judge/problems.hpp"
#include "judge/sanitizer/run.hpp"

namespace mergelab::judge {

Outcome judge_rules(LabContext& context, const PlannedTest& test) {
  if (context.job.backend == Backend::gpu) return check_with_sanitizer(context, test);
  if (context.job.lab.signature.on_host) return judge_correctness(context, test);
  // A second net under the race checker: no order of blocks and threads may change the result.
  return check_runs(context, test, {{context.job.order}, {RunOrder::reverse}, {RunOrder::random}});
}

}  // namespace mergelab::judge
