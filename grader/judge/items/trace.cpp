// One small problem of a case, with every access of the call. A case of several is searched for one that
// fails.
#include <algorithm>
#include <cstring>
#include <iterator>

#include "judge/findings.hpp"
#include "judge/items/correctness.hpp"
#include "judge/items/items.hpp"
#include "judge/missing_write.hpp"
#include "judge/problems.hpp"
#include "judge/random.hpp"
#include "judge/traced.hpp"

namespace mergelab::judge {
namespace {

constexpr std::size_t kMostProblems = 200;  // of one case

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

/// The last event that wrote each element of C, or -1.
std::vector<int> last_writes(const Trace& trace, std::size_t elements) {
  constexpr int kC = 2;
  std::vector<int> last(elements, -1);
  const TracedRequests& requests = trace.requests;
  for (std::size_t r = 0; r < requests.size(); ++r) {
    if (requests.array[r] != kC || requests.kind[r] == 'r') continue;
    const std::size_t end =
        r + 1 < requests.size() ? static_cast<std::size_t>(requests.first[r + 1]) : trace.events.size();
    for (auto e = static_cast<std::size_t>(requests.first[r]); e < end; ++e) {
      if (const auto index = static_cast<std::size_t>(trace.events.index[e]); index < elements)
        last[index] = static_cast<int>(e);
    }
  }
  return last;
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
  const std::vector<int> last = last_writes(trace, merged.size());
  for (std::size_t k = 0; k < merged.size(); ++k) {
    if (!returned && last[k] >= 0) output[k] = trace.events.value[static_cast<std::size_t>(last[k])];
    // The value that C is filled with before the call may be a key.
    if (returned && last[k] >= 0 && !output[k])
      output[k] = trace.events.value[static_cast<std::size_t>(last[k])];
  }
  for (std::size_t k = 0; k < merged.size() && !trace.first_wrong; ++k) {
    if (output[k] == merged[k]) continue;
    if (!returned && last[k] < 0) continue;  // not written yet, where the run broke
    TracedWrong& wrong = trace.first_wrong.emplace();
    wrong = {static_cast<int>(k),
             merged[k],
             output[k],
             last[k] < 0 ? std::nullopt : std::optional(last[k]),
             {},
             {}};
    // Where the recording ended before the run, the write that matters may have come later.
    if (trace.cut && wrong.event && trace.events.value[static_cast<std::size_t>(*wrong.event)] != wrong.got)
      wrong.event.reset();
    if (wrong.event || trace.on_host || trace.cut) continue;
    if (const std::optional<Writer> writer = missing_writer(trace, wrong.index)) {
      wrong.block = writer->block;
      wrong.thread = writer->thread;
    }
  }
  trace.expected = std::move(merged);
  trace.output = std::move(output);
}

Outcome trace_one(LabContext& context, const PlannedTest& test, const ProblemSet& set) {
  const Lab& lab = context.job.lab;
  const wire::Memory memory = lab.on_host() ? wire::Memory::host : wire::Memory::device;
  const Image image(set, ValueType::int32, memory, fresh_seed());
  const Arrays& arrays = set.arrays.front();
  const base::Descriptor log = create_trace_memory();

  Outcome outcome;
  static_cast<void>(context.workers.take_violations());
  const std::optional<Answer> answer =
      context.workers.ask(test,
                          {.image = image,
                           .watch = wire::kWatchAccesses | wire::kWatchTraffic | wire::kWatchTrace,
                           .order = context.job.order,
                           .trace = &log},
                          outcome);
  std::vector<Violation> violations = context.workers.take_violations();
  if (answer) {
    outcome = check_answer(context, test, set, image, *answer);
    tell_refused_first(answer->fetched.launches.refused, context.workers.files(), outcome);
    if (outcome.passed() && !violations.empty())
      outcome = {Verdict::checker_violation, violations.front().why, violations.front().rule, {}};
  }

  Trace trace;
  trace.lab = lab.name;
  trace.title = lab.title;
  trace.case_name = test.name();
  trace.m = static_cast<int>(arrays.a.size());
  trace.n = static_cast<int>(arrays.b.size());
  if (lab.has_shape()) {
    trace.section = set.section;
    trace.tile = set.tile;
  }
  if (lab.asks_ranks()) trace.k = set.queries.front().k.front();
  trace.on_host = lab.on_host();
  trace.verdict = outcome.verdict;
  trace.message = text_of(outcome.why, context.workers.files());
  trace.a = arrays.a;
  trace.b = arrays.b;
  for (const Violation& violation : violations)
    trace.violations.push_back({violation.rule, text_of(violation.why, context.workers.files()), {}});
  if (read_trace(log, context.workers.files(), trace)) {
    compare(arrays, output_of(image, answer ? &*answer : nullptr), answer.has_value(), trace);
    outcome.trace = std::move(trace);
  }
  context.workers.set_violations(std::move(violations));
  return outcome;
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
