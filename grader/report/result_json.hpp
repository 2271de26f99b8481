// The fields of a lab's builds and deductions as JSON, in a report and where observations are kept.
#pragma once

#include "model/json.hpp"
#include "model/result.hpp"

// fields() must be in the struct's own namespace: readers and writers find it there.
namespace mergelab {

void fields(auto& io, Is<BuildResult> auto& value) {
  Verdict status = value.ok ? Verdict::passed : value.verdict;
  MERGELAB_EACH_FIELD(value, backend, ok)
  io("status", status);
  MERGELAB_EACH_FIELD(duration_s, log)
  if constexpr (is_read<decltype(value)>) value.verdict = status;
}

MERGELAB_FIELDS(Deduction, kind, message, percent, points)

namespace report {

/// A lab's part of a report.
[[nodiscard]] Json public_json(const LabResult& lab);

}  // namespace report
}  // namespace mergelab
