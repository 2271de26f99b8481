// Items that count comparisons.
#include <algorithm>

#include "judge/items/threshold.hpp"
#include "judge/problems.hpp"
#include "judge/random.hpp"
#include "kits/pairs/pairs_kit.hpp"

namespace mergelab::judge {
namespace {

// A call that takes so many times what is allowed is ended: each comparison costs two messages.
constexpr std::int64_t kHopeless = 4;

}  // namespace

Outcome PairsKit::judge_comparisons(LabContext& context, const PlannedTest& test) const {
  ProblemSet set = judge::problems(context, test, fresh_seed());
  set.queries = counted(set);
  const Image image(set, ValueType::counted, wire::Memory::host, fresh_seed());
  std::vector<std::int64_t> allowed;
  for (const Query& query : set.queries) allowed.push_back(comparisons(set, query));
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
  } else if (Outcome checked = check(set, image, answer->returned, {}, false); !checked.passed()) {
    return checked;
  }

  std::size_t worst = 0;
  for (std::size_t q = 0; q < counts.size(); ++q) worst = ratio(q) > ratio(worst) ? q : worst;
  Explanation told;
  if (hopeless) told += Statement(Sentence::over);
  told += in_words(set, set.queries[worst], counts[worst] - (hopeless ? 1 : 0), allowed[worst]);
  return judged(*test.item, ratio(worst), std::move(told), "comparisons");
}

}  // namespace mergelab::judge
