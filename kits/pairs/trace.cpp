// One small problem of a case, with every access of the call. A case of several is searched for one that
// fails.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>

#include "judge/findings.hpp"
#include "judge/items/traced_call.hpp"
#include "judge/problems.hpp"
#include "judge/random.hpp"
#include "kits/keys/problems.hpp"
#include "kits/pairs/pairs_kit.hpp"

namespace mergelab::judge {
namespace {

constexpr std::size_t kMostProblems = 200;  // of one case
constexpr int kC = 2;                       // the array of the outputs

std::int64_t keys_in(const ProblemSet& set, std::size_t query) {
  const Keys keys = keys_of(set, set.queries[query]);
  return static_cast<std::int64_t>(keys.a.size() + keys.b.size());
}

/// The case with this one pair of arrays, and for co_rank this one k.
ProblemSet one_of(const ProblemSet& set, std::size_t query, std::optional<std::int64_t> k) {
  ProblemSet one = set;
  one.inputs = {set.inputs[set.queries[query].inputs]};
  one.queries = {set.queries[query]};
  one.queries.front().inputs = 0;
  if (k) {
    const int asked = static_cast<int>(*k);
    one.queries = {ranks_query(one, 0, std::span(&asked, 1))};
  }
  return one;
}

/// What a run returned of C, or of ranks; empty if it returned nothing.
std::vector<std::optional<int>> output_of(const Image& image, const Answer* answer) {
  const wire::Buffer& c = image.output(image.problems().front());
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
void compare(const Keys& arrays, std::vector<std::optional<int>> output, bool returned, Trace& trace) {
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
  const Keys arrays = keys_of(set, 0);
  Trace trace;
  trace.m = static_cast<int>(arrays.a.size());
  trace.n = static_cast<int>(arrays.b.size());
  if (lab.has_shape()) {
    trace.section = static_cast<int>(shape_of(set).section);
    trace.tile = static_cast<int>(shape_of(set).tile);
  }
  const std::vector<int> k = ranks_asked(set, set.queries.front());
  if (!k.empty()) trace.k = k.front();
  trace.a.assign(arrays.a.begin(), arrays.a.end());
  trace.b.assign(arrays.b.begin(), arrays.b.end());
  TracedCall call = traced_call(context, test, set, image, std::move(trace));
  if (call.is_read) {
    const Answer* const answer = call.answer ? &*call.answer : nullptr;
    compare(arrays, output_of(image, answer), answer != nullptr, call.trace);
    call.outcome.trace = std::move(call.trace);
  }
  return std::move(call.outcome);
}

}  // namespace

Outcome PairsKit::judge_trace(LabContext& context, const PlannedTest& test) const {
  const ProblemSet set = judge::problems(context, test, seed_of(context, test));
  std::vector<std::size_t> order;  // of queries: the largest first, since it shows most
  for (std::size_t q = 0; q < set.queries.size(); ++q) {
    if (keys_in(set, q) <= kMostTracedKeys) order.push_back(q);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
    return keys_in(set, one) > keys_in(set, other);
  });
  std::optional<Outcome> first;
  std::size_t tried = 0;
  for (const std::size_t q : order) {
    for (const std::optional<std::int64_t> k : ranks_to_trace(context, keys_in(set, q))) {
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
