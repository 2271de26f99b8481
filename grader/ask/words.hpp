// What questions share: an access, its place and its line in words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// The arrays that the function was given.
[[nodiscard]] std::vector<int> inputs_of(const Trace& trace);
/// The first array of outputs; -1: it has none.
[[nodiscard]] int output_of(const Trace& trace);
/// "A, B and C"; `last`: "and" or "or".
[[nodiscard]] std::string names_of(const Trace& trace, const std::vector<int>& arrays, std::string_view last);

struct Element {
  int array = 0, index = 0;
};
/// The element that was given with this value; empty: none or several have it.
[[nodiscard]] std::optional<Element> element_of(const Trace& trace, const Number& value);
/// "A[6]"
[[nodiscard]] std::string text_of(const Trace& trace, const Element& element);

}  // namespace mergelab::ask
