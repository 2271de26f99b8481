// Makes a finding's English. The texts are in messages.inc and advice.inc, and nowhere else.
#pragma once

#include <functional>

#include "finding/finding.hpp"

namespace mergelab::finding {

/// The text of a line of source, without blanks around it; "" if unknown.
using LineText = std::function<std::string(const Site&)>;

/// "thread 3 of block 0 writes C[512] at scan.cuh:12 `...`; and 4 more threads"
[[nodiscard]] std::string text_of(const Finding& finding, const LineText& line_text);

/// What to check or change; may be "".
[[nodiscard]] std::string advice_of(const Finding& finding);

/// "scan.cuh:12 `C[k] = A[i];`", "an unknown line".
[[nodiscard]] std::string text_of(const Site& site, const LineText& line_text);

/// The name of a variable or array, or of the variable that it was allocated for; "buffer 9" if none is
/// known.
[[nodiscard]] std::string array_name(const Memory& memory, const LineText& line_text);

/// "10,008"
[[nodiscard]] std::string grouped(std::uint64_t number);

/// "1 block", "2 blocks"; of "block has|blocks have" what fits the number.
[[nodiscard]] std::string counted(const std::string& number, std::string_view noun);

/// A text with `field` in place of each {name}.
[[nodiscard]] std::string filled(std::string_view text,
                                 const std::function<std::string(std::string_view name)>& field);

}  // namespace mergelab::finding
