// Items that count comparisons.
#include <algorithm>

#include "judge/check.hpp"
#include "judge/items/items.hpp"
#include "judge/items/threshold.hpp"
#include "judge/problems.hpp"
#include "judge/random.hpp"
#include "judge/yardstick.hpp"

namespace mergelab::judge {
namespace {

constexpr std::size_t kCountedRanks = 257;
// A call that takes so many times what is allowed is ended: each comparison costs two messages.
constexpr std::int64_t kHopeless = 4;

/// One rank per query, so that each has its own count.
std::vector<Query> single_ranks(const std::vector<Query>& queries) {
  std::vector<Query> single;
  for (const Query& query : queries) {
    const std::size_t step = std::max<std::size_t>(1, query.k.size() / kCountedRanks);
    for (std::size_t q = 0; q < query.k.size(); q += step) single.push_back({query.arrays, {query.k[q]}});
  }
  return single;
}

}  // namespace

Outcome judge_comparisons(LabContext& context, const PlannedTest& test) {
  const bool asks_ranks = context.job.lab.asks_ranks();
  ProblemSet set = problems(context, test, fresh_seed());
  if (asks_ranks) set.queries = single_ranks(set.queries);
  const Image image(set, ValueType::counted, wire::Memory::host, fresh_seed());
  std::vector<std::int64_t> allowed;
  for (const Query& query : set.queries) {
    const Arrays& arrays = set.arrays[query.arrays];
    const auto m = static_cast<std::int64_t>(arrays.a.size()), n = static_cast<std::int64_t>(arrays.b.size());
    allowed.push_back(asks_ranks ? co_rank_comparisons(query.k.front(), m, n) : merge_comparisons(m, n));
  }
  std::vector<std::int64_t> counts(allowed.size());
  const auto ratio = [&](std::size_t q) {
    return static_cast<double>(counts[q]) / static_cast<double>(std::max<std::int64_t>(1, allowed[q]));
  };
  bool hopeless = false;
  const auto compared = [&](std::uint32_t problem) {
    ++counts[problem];
    hopeless = ratio(problem) > kHopeless;
    return !hopeless;
  };
  Outcome why;
  const std::optional<Answer> answer = context.workers.ask(test, {.image = image, .compared = compared}, why);
  if (hopeless) {
    context.workers.replace();  // the item's other cases have nothing to do with it
  } else if (!answer) {
    return why;
  } else if (Outcome checked = check_all(set, image, answer->returned, {}); !checked.passed()) {
    return checked;
  }

  std::size_t worst = 0;
  for (std::size_t q = 0; q < counts.size(); ++q) worst = ratio(q) > ratio(worst) ? q : worst;
  const Query& query = set.queries[worst];
  const Arrays& arrays = set.arrays[query.arrays];
  Explanation told;
  if (hopeless) told += Statement(Sentence::over);
  told += Statement(asks_ranks ? Sentence::comparisons_for_rank : Sentence::comparisons,
                    counts[worst] - (hopeless ? 1 : 0), arrays.a.size(), arrays.b.size(), allowed[worst],
                    asks_ranks ? query.k.front() : 0);
  return judged(*test.item, ratio(worst), std::move(told), "comparisons");
}

}  // namespace mergelab::judge
