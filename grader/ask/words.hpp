// The words of questions, and what their makers share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.hpp"
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

template <class T>
[[nodiscard]] const T& pick(const std::vector<T>& from, judge::Random& random) {
  return from[random.below(from.size())];
}

/// How many sectors a request of global memory takes, if only the indices decide it.
void add_sectors(const Trace& trace, judge::Random& random, std::vector<Question>& questions);
/// How many turns the banks of shared memory need for a request; the same.
void add_turns(const Trace& trace, judge::Random& random, std::vector<Question>& questions);

}  // namespace mergelab::ask
