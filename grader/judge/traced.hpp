// A trace from what a worker logged. The worker is untrusted: every number is checked against its bounds,
// every name against the student's own files.
#pragma once

#include "base/descriptor.hpp"
#include "judge/findings.hpp"
#include "simt/include/simt/trace.hpp"

namespace mergelab::judge {

/// Memory for a worker's log, sealed against resizing. Throws std::system_error.
[[nodiscard]] base::Descriptor create_trace_memory();

/// What an array of the trace is of one of the function's arrays: all of it, or a field of its structs.
struct TracedColumn {
  int struct_bytes = 0;  // 0: it is no field
  int offset = 0;        // of the field; the next array with another offset than 0 is of the same structs
};

/// Adds to the trace what is in the memory: all from `arrays` on, but for what is there already: the arrays
/// that the function was called with, and the violations' rules and messages, in the worker's order. False,
/// with an empty log, for one that no worker of ours has written. `columns`: of the arrays there are.
[[nodiscard]] bool read_trace(const base::Descriptor& memory, const StudentFiles& files,
                              const std::vector<TracedColumn>& columns, Trace& trace);

/// The same of a log that no other process can write.
[[nodiscard]] bool read_trace(const simt::TraceMemory& log, const StudentFiles& files,
                              const std::vector<TracedColumn>& columns, Trace& trace);

// Of an element of an output that nothing wrote: whose it was.

struct Writer {
  int block = 0, thread = 0;
};

/// Who should have written an element of one of the trace's arrays, derived from the other writes to it:
/// threads take shares of so many elements, in order, or each so many apart; from its begin, of their block's
/// part, or of each round in it. Parts and rounds are as long as one of the lab's constants. Empty if the
/// writes fit none of these ways, or several that differ here.
[[nodiscard]] std::optional<Writer> missing_writer(const Trace& trace, const Numbers& constants, int array,
                                                   int index);

}  // namespace mergelab::judge
