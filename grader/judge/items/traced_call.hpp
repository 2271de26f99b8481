// One call of a lab's function with every access logged.
#pragma once

#include <optional>
#include <vector>

#include "judge/lab_context.hpp"
#include "model/trace.hpp"

namespace mergelab::judge {

struct TracedCall {
  Outcome outcome;
  std::optional<Answer> answer;  // empty: the worker is gone
  std::vector<Violation> violations;
  Trace trace;
  bool is_read = false;  // whether the worker's log is in the trace
};

/// `begun` has what is known before the call: the function's arrays, in the interface's order, and the sizes.
[[nodiscard]] TracedCall traced_call(LabContext& context, const PlannedTest& test, const ProblemSet& set,
                                     const Image& image, Trace begun);

/// The last event that wrote each element of one of the trace's arrays, or -1.
[[nodiscard]] std::vector<int> last_writes(const Trace& trace, int array);

/// Adds who wrote the first wrong element last, or who should have; `returned`: the call has.
void find_writer(Trace& trace, int last_write);

/// Kit::judge_trace() of a lab without one, and of kits that have no trace of their own.
[[nodiscard]] Outcome trace_own(LabContext& context, const PlannedTest& test);

}  // namespace mergelab::judge
