// Items that count comparisons.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "judge/check.hpp"
#include "judge/items/items.hpp"
#include "judge/items/threshold.hpp"
#include "judge/problems.hpp"
#include "judge/random.hpp"
#include "judge/yardstick.hpp"

namespace mergelab::judge {
namespace {

constexpr std::size_t kCountedRanks = 257;

}  // namespace

Outcome judge_comparisons(LabContext& context, const PlannedTest& test) {
  const std::uint64_t seed = seed_of(context, test);
  ProblemSet set = problems(context, test, seed);
  if (context.job.lab.signature.asks_ranks) {
    // One rank per query, so that each has its own count.
    std::vector<Query> single;
    for (const Query& query : set.queries) {
      const std::size_t step = std::max<std::size_t>(1, query.k.size() / kCountedRanks);
      for (std::size_t q = 0; q < query.k.size(); q += step) single.push_back({query.arrays, {query.k[q]}});
    }
    set.queries = std::move(single);
  }
  const Image image(set, ValueType::counted, wire::Memory::host,
                    static_cast<std::uint32_t>(Random(seed).next()));
  Outcome why;
  const std::optional<Answer> answer = context.workers.ask(test, {.image = image}, why);
  if (!answer) return why;
  Outcome checked = check_all(set, image, answer->returned, {});
  if (!checked.passed()) return checked;

  double worst = 0;
  std::string message;
  for (std::size_t q = 0; q < set.queries.size(); ++q) {
    const Arrays& arrays = set.arrays[set.queries[q].arrays];
    const auto m = static_cast<std::int64_t>(arrays.a.size()), n = static_cast<std::int64_t>(arrays.b.size());
    wire::Counters counters;
    std::memcpy(&counters, answer->returned.data() + q * sizeof(wire::Problem), sizeof counters);
    const std::int64_t allowed = context.job.lab.signature.asks_ranks
                                     ? co_rank_comparisons(set.queries[q].k.front(), m, n)
                                     : merge_comparisons(m, n);
    const double ratio =
        static_cast<double>(counters.comparisons) / static_cast<double>(std::max<std::int64_t>(1, allowed));
    if (ratio <= worst) continue;
    worst = ratio;
    message = fmt::format(
        "{} comparisons for m = {}, n = {}{}, at most {} are needed", counters.comparisons, m, n,
        context.job.lab.signature.asks_ranks ? fmt::format(", k = {}", set.queries[q].k.front()) : "",
        allowed);
  }
  return judged(*test.item, worst, std::move(message), "comparisons");
}

}  // namespace mergelab::judge
