// The microscope: one page of HTML that replays a submission's run of one small case.
#pragma once

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

// Packs the columns of a trace for the page, which has to stay below 1 MiB: unpack.js reads them back.

/// What the page has of `trace`, a mergelab.trace/2: all of it but `report`, with `packed` in place of
/// `requests` and `events`. Throws std::exception where the trace lacks a field or its columns differ in
/// length.
///
/// `packed` has the numbers `requests` and `events`; `kinds`, each [place, kind, array, sectors, turns] that
/// occurs; `values`, each value that occurs; and columns. A column is text: each number in digits of five
/// bits, lowest first, in the letters of base64url, of which the sixth bit says that another digit follows
/// (base 64 VLQ, as in source maps, but of any size). The lowest bit is the sign; a 0 is followed by how many
/// more 0s there are, without a sign. Of requests: `what` (of `kinds`), `block`, `phase`, `warp` and `sizes`
/// (events), each less the one before. Of events: `value` (of `values`), less the one before; `lane`, less
/// the one before and 1, from the warp's first; and `index`, less what the last two of the request lead to.
[[nodiscard]] Json packed_trace(const Json& trace);

// The microscope's page as the program holds it: what CMake made of the files in report/microscope/.

/// The page from its first byte to the place of its data: JSON in which no '<' stands.
[[nodiscard]] std::span<const std::string_view> page_before_data();
/// What follows the data, to the page's end.
[[nodiscard]] std::span<const std::string_view> page_after_data();

}  // namespace mergelab::report
