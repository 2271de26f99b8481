// The fields of a lab's builds and deductions as JSON, in a report and where observations are kept.
#pragma once

#include "model/json.hpp"
#include "model/result.hpp"

// fields() must be in the struct's own namespace: readers and writers find it there.
namespace mergelab {

void fields(auto& io, Is<BuildResult> auto& build) {
  Verdict status = build.ok ? Verdict::passed : build.verdict;
  io("value", build.value);
  io("backend", build.backend);
  io("ok", build.ok);
  io("status", status);
  io("duration_s", build.duration_s);
  io("log", build.log);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(build)>>) build.verdict = status;
}

void fields(auto& io, Is<Deduction> auto& deduction) {
  io("kind", deduction.kind);
  io("message", deduction.message);
  io("percent", deduction.percent);
  io("points", deduction.points);
}

namespace report {

/// A lab's part of a report.
[[nodiscard]] Json public_json(const LabResult& lab);

}  // namespace report
}  // namespace mergelab
