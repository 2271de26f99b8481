// Packs the columns of a trace for the page, which has to stay below 1 MiB: unpack.js reads them back.
#pragma once

#include "model/json.hpp"

namespace mergelab::report {

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

}  // namespace mergelab::report
