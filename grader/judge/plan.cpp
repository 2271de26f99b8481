#include "judge/plan.hpp"

#include <algorithm>

namespace mergelab::judge {

std::vector<PlannedTest> plan(const Job& job) {
  std::vector<PlannedTest> tests;
  for (const Item& item : job.lab.items) {
    if (!item.backends.has(job.backend) || item.kind == ItemKind::answers) continue;
    const auto family = std::find_if(job.families.begin(), job.families.end(),
                                     [&](const Family& candidate) { return candidate.name == item.family; });
    if (family == job.families.end()) continue;
    for (const CaseSpec& spec : family->cases) {
      const PlannedTest test{&item, &*family, &spec};
      if (job.only.empty() || job.only == test.name()) tests.push_back(test);
    }
  }
  // A student waits for the first failure: merges of millions and what is timed come last.
  std::stable_partition(tests.begin(), tests.end(),
                        [](const PlannedTest& test) { return test.item->checks; });
  return tests;
}

}  // namespace mergelab::judge
