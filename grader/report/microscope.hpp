// The microscope: one page of HTML that replays a submission's run of one small case.
#pragma once

#include <string>
#include <string_view>

#include "model/json.hpp"
#include "model/result.hpp"

namespace mergelab::report {

/// Stands in the first 512 bytes of every page.
inline constexpr std::string_view kMicroscopeMark = "content=\"mergelab microscope\"";

/// mergelab.trace/2.
[[nodiscard]] Json trace_json(const Trace& trace);

/// A whole page, which needs no other file and no network. `trace` is a mergelab.trace/2; `lab` the result
/// whose score and items are next to it, or null. Nothing of a hidden case is in it. A student's text can't
/// become markup. Below 1 MiB for a trace within its bounds, and source files of a lab's size. Throws
/// std::exception for an invalid trace.
[[nodiscard]] std::string microscope_page(const Json& trace, const LabResult* lab);

}  // namespace mergelab::report
