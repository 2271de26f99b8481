// What questions share: an access, its place and its line in words.
#pragma once

#include <optional>
#include <string>

#include "model/trace.hpp"

namespace mergelab::ask {

/// Whether a place is a line of the student's own.
[[nodiscard]] bool is_own_line(const Trace& trace, int place);
/// "merge_tiled.cuh:48"
[[nodiscard]] std::string place_text(const Trace& trace, int place);
/// The line itself, without its indentation; "" unless it is the student's.
[[nodiscard]] std::string line_text(const Trace& trace, int place);
/// "merge_tiled.cuh:48, thread 5 of block 0 reads tileA[2]: x = tileA[i];"
[[nodiscard]] std::string access_text(const Trace& trace, int event);
/// "A[6]" of the element that has this value; "" for none.
[[nodiscard]] std::string element_of(const Trace& trace, const Number& value);

}  // namespace mergelab::ask
