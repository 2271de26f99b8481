// Tables that spreadsheets write as text: cells between commas, semicolons or tabs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab::batch {

struct TextRow {
  std::size_t line = 0;  // where it begins, from 1
  std::vector<std::string> cells;
};

/// All rows but blank ones. The separator is the one that the first row has most of, or what a first line
/// "sep=;" says; a mark of UTF-8 in front is left out; lines end with LF, CRLF or CR; cells may be quoted
/// (RFC 4180). Blanks around a cell are left out. Throws Error, whose text begins with "line N" or says what
/// the file is.
[[nodiscard]] std::vector<TextRow> read_separated(std::string_view text);

}  // namespace mergelab::batch
