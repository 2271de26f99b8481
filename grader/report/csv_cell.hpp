// Cells of tables for spreadsheets (RFC 4180), of which none is a formula.
#pragma once

#include <string>
#include <vector>

namespace mergelab::report {

/// One line of text as a cell. Spreadsheets take one that begins with = + - @ for a formula, also behind
/// blanks; an apostrophe in front makes it text.
[[nodiscard]] std::string csv_cell(std::string text);

/// Cells as they are, with commas between and the end of the line.
[[nodiscard]] std::string csv_row(const std::vector<std::string>& cells, char separator = ',');

}  // namespace mergelab::report
