#include "judge/items/traced_call.hpp"

#include <algorithm>

#include "judge/findings.hpp"
#include "judge/items/correctness.hpp"
#include "judge/missing_write.hpp"
#include "judge/traced.hpp"

namespace mergelab::judge {

TracedCall traced_call(LabContext& context, const PlannedTest& test, const ProblemSet& set,
                       const Image& image, Trace begun) {
  const Lab& lab = context.job.lab;
  const base::Descriptor log = create_trace_memory();
  TracedCall call;
  static_cast<void>(context.workers.take_violations());
  call.answer = context.workers.ask(test,
                                    {.image = image,
                                     .watch = wire::kWatchAccesses | wire::kWatchTraffic | wire::kWatchTrace,
                                     .order = context.job.order,
                                     .trace = &log},
                                    call.outcome);
  call.violations = context.workers.take_violations();
  if (call.answer) {
    call.outcome = check_answer(context, test, set, image, *call.answer);
    tell_refused_first(call.answer->fetched.launches.refused, context.workers.files(), call.outcome);
    if (call.outcome.passed() && !call.violations.empty()) {
      const Violation& first = call.violations.front();
      call.outcome = {Verdict::checker_violation, first.why, first.rule, {}};
    }
  }
  Trace& trace = call.trace = std::move(begun);
  trace.lab = lab.name;
  trace.title = lab.title;
  trace.case_name = test.name();
  trace.on_host = lab.on_host();
  trace.verdict = call.outcome.verdict;
  trace.message = text_of(call.outcome.why, context.workers.files());
  for (const Violation& violation : call.violations)
    trace.violations.push_back({violation.rule, text_of(violation.why, context.workers.files()), {}});
  call.is_read = read_trace(log, context.workers.files(), trace);
  context.workers.set_violations(call.violations);
  return call;
}

std::vector<int> last_writes(const Trace& trace, int array) {
  const auto elements = static_cast<std::size_t>(trace.arrays[static_cast<std::size_t>(array)].elements);
  std::vector<int> last(elements, -1);
  const TracedRequests& requests = trace.requests;
  for (std::size_t r = 0; r < requests.size(); ++r) {
    if (requests.array[r] != array || requests.kind[r] == 'r') continue;
    const std::size_t end =
        r + 1 < requests.size() ? static_cast<std::size_t>(requests.first[r + 1]) : trace.events.size();
    for (auto e = static_cast<std::size_t>(requests.first[r]); e < end; ++e) {
      if (const auto index = static_cast<std::size_t>(trace.events.index[e]); index < elements)
        last[index] = static_cast<int>(e);
    }
  }
  return last;
}

void find_writer(Trace& trace, int last_write) {
  TracedWrong& wrong = trace.first_wrong.value();
  if (last_write >= 0) wrong.event = last_write;
  // Where the recording ended before the run, the write that matters may have come later.
  if (trace.cut && wrong.event && trace.events.value[static_cast<std::size_t>(*wrong.event)] != wrong.got)
    wrong.event.reset();
  if (wrong.event || trace.on_host || trace.cut) return;
  if (const std::optional<Writer> writer = missing_writer(trace, wrong.array, wrong.index)) {
    wrong.block = writer->block;
    wrong.thread = writer->thread;
  }
}

}  // namespace mergelab::judge
