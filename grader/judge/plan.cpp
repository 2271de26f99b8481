#include "judge/plan.hpp"

#include <algorithm>

namespace mergelab::judge {
namespace {

std::vector<PlannedTest> last_part_first(const Job& job, const std::vector<PlannedTest>& tests) {
  std::vector<PlannedTest> backward;
  for (std::size_t end = tests.size(), begin = end; end > 0; end = begin) {
    do --begin;
    while (!begins_part(job, tests, begin));
    backward.insert(backward.end(), tests.begin() + static_cast<std::ptrdiff_t>(begin),
                    tests.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return backward;
}

}  // namespace

std::vector<PlannedTest> plan(const Job& job) {
  std::vector<PlannedTest> tests;
  for (const Item& item : job.lab.items) {
    if (!item.backends.has(job.backend)) continue;
    const auto family = std::find_if(job.families.begin(), job.families.end(),
                                     [&](const Family& candidate) { return candidate.name == item.family; });
    if (family == job.families.end()) continue;
    for (const CaseSpec& spec : family->cases) {
      const PlannedTest test{&item, &*family, &spec};
      if (job.only.empty() || job.only == test.name()) tests.push_back(test);
    }
  }
  // A student waits for the first failure: millions of elements and what is timed come last.
  std::stable_partition(tests.begin(), tests.end(),
                        [](const PlannedTest& test) { return test.item->checks; });
  return job.backward ? last_part_first(job, tests) : tests;
}

bool begins_part(const Job& job, const std::vector<PlannedTest>& tests, std::size_t i) {
  if (i == 0) return true;
  const PlannedTest &test = tests.at(i), &before = tests.at(i - 1);
  const bool keeps_workers = build_of(*test.item, job.backend) == build_of(*before.item, job.backend) &&
                             test.family->hidden == before.family->hidden;
  return test.item != before.item && !(job.lab.on_ranks() && keeps_workers);
}

}  // namespace mergelab::judge
