// One small problem of a case, with every access of the call. A case of several is searched for one that
// fails.
#include <algorithm>
#include <cstring>
#include <iterator>

#include "judge/findings.hpp"
#include "judge/items/items.hpp"
#include "judge/items/traced_call.hpp"
#include "judge/problems.hpp"
#include "judge/random.hpp"

namespace mergelab::judge {
namespace {

constexpr std::size_t kMostProblems = 200;  // of one case
constexpr int kC = 2;                       // the array of the outputs

std::int64_t keys(const Arrays& arrays) {
  return static_cast<std::int64_t>(arrays.a.size() + arrays.b.size());
}

/// The case with this one pair of arrays, and for co_rank this one k.
ProblemSet one_of(const ProblemSet& set, std::size_t query, std::optional<std::int64_t> k) {
  ProblemSet one = set;
  one.arrays = {set.arrays[set.queries[query].arrays]};
  Query asked;
  if (k) asked.k = {static_cast<int>(*k)};
  one.queries = {asked};
  return one;
}

/// What a run returned of C, or of ranks; empty if it returned nothing.
std::vector<std::optional<int>> output_of(const Image& image, const Answer* answer) {
  const wire::Buffer& c = image.c(image.problems().front());
  std::vector<std::optional<int>> output(c.bytes / sizeof(int));
  if (answer == nullptr) return output;
  int poison = 0;
  std::memset(&poison, std::to_integer<int>(kPoison), sizeof poison);
  for (std::size_t i = 0; i < output.size(); ++i) {
    int value = 0;
    std::memcpy(&value, answer->returned.data() + c.offset + c.margin_before + i * sizeof value,
                sizeof value);
    if (value != poison) output[i] = value;
  }
  return output;
}

std::optional<int> as_key(const std::optional<Number>& value) {
  return value ? std::optional(static_cast<int>(std::get<std::int64_t>(*value))) : std::nullopt;
}

/// What came out, and what should have.
void compare(const Arrays& arrays, std::vector<std::optional<int>> output, bool returned, Trace& trace) {
  std::vector<int> merged;
  std::merge(arrays.a.begin(), arrays.a.end(), arrays.b.begin(), arrays.b.end(), std::back_inserter(merged));
  if (trace.k) {
    std::size_t i = 0, j = 0;
    while (i + j < static_cast<std::size_t>(*trace.k)) {
      const bool from_a = j == arrays.b.size() || (i < arrays.a.size() && arrays.a[i] <= arrays.b[j]);
      from_a ? ++i : ++j;
    }
    trace.expected_rank = static_cast<int>(i);
    trace.rank = output.front();
    return;
  }
  const std::vector<int> last = last_writes(trace, kC);
  for (std::size_t k = 0; k < merged.size(); ++k) {
    // Also where the call returned: the value that C is filled with before it may be a key.
    if (last[k] >= 0 && (!returned || !output[k]))
      output[k] = as_key(trace.events.value[static_cast<std::size_t>(last[k])]);
  }
  for (std::size_t k = 0; k < merged.size() && !trace.first_wrong; ++k) {
    if (output[k] == merged[k]) continue;
    if (!returned && last[k] < 0) continue;  // not written yet, where the run broke
    trace.first_wrong =
        TracedWrong{.index = static_cast<int>(k), .expected = merged[k], .got = output[k], .array = kC};
    find_writer(trace, last[k]);
  }
  trace.expected = std::move(merged);
  trace.output = std::move(output);
}

Outcome trace_one(LabContext& context, const PlannedTest& test, const ProblemSet& set) {
  const Lab& lab = context.job.lab;
  const wire::Memory memory = lab.on_host() ? wire::Memory::host : wire::Memory::device;
  const Image image(set, ValueType::int32, memory, fresh_seed());
  const Arrays& arrays = set.arrays.front();
  Trace trace;
  trace.m = static_cast<int>(arrays.a.size());
  trace.n = static_cast<int>(arrays.b.size());
  if (lab.has_shape()) {
    trace.section = set.section;
    trace.tile = set.tile;
  }
  if (lab.asks_ranks()) trace.k = set.queries.front().k.front();
  trace.a = arrays.a;
  trace.b = arrays.b;
  TracedCall call = traced_call(context, test, set, image, std::move(trace));
  if (call.is_read) {
    const Answer* const answer = call.answer ? &*call.answer : nullptr;
    compare(arrays, output_of(image, answer), answer != nullptr, call.trace);
    call.outcome.trace = std::move(call.trace);
  }
  return std::move(call.outcome);
}

/// The k's to try of a rank search: the one asked for, or all, the middle first.
std::vector<std::optional<std::int64_t>> ranks_to_try(const LabContext& context, std::int64_t total) {
  if (!context.job.lab.asks_ranks()) return {std::nullopt};
  if (context.job.trace_k) return {std::clamp<std::int64_t>(*context.job.trace_k, 0, total)};
  std::vector<std::optional<std::int64_t>> ranks{total / 2};
  for (std::int64_t k = 0; k <= total; ++k) {
    if (k != total / 2) ranks.emplace_back(k);
  }
  return ranks;
}

}  // namespace

Outcome judge_trace(LabContext& context, const PlannedTest& test) {
  if (test.family->hidden) return {Verdict::grader_error, Statement(Sentence::hidden_not_traced), "", {}};
  if (!context.job.lab.kit) return trace_own(context, test);
  const ProblemSet set = problems(context, test, seed_of(context, test));
  std::vector<std::size_t> order;  // of queries: the largest first, since it shows most
  for (std::size_t q = 0; q < set.queries.size(); ++q) {
    if (keys(set.arrays[set.queries[q].arrays]) <= kMostTracedKeys) order.push_back(q);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
    return keys(set.arrays[set.queries[one].arrays]) > keys(set.arrays[set.queries[other].arrays]);
  });
  std::optional<Outcome> first;
  std::size_t tried = 0;
  for (const std::size_t q : order) {
    for (const std::optional<std::int64_t> k :
         ranks_to_try(context, keys(set.arrays[set.queries[q].arrays]))) {
      if (++tried > kMostProblems) break;
      Outcome outcome = trace_one(context, test, one_of(set, q, k));
      if (!outcome.passed()) return outcome;
      if (!first) first = std::move(outcome);
    }
  }
  if (!first)
    return {Verdict::grader_error, Statement(Sentence::too_large_to_trace, kMostTracedKeys), "", {}};
  static_cast<void>(context.workers.take_violations());
  return *std::move(first);
}

}  // namespace mergelab::judge
