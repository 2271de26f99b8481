// The texts that a batch is given: names made safe, tables of cells, and what is wrong with them.
#pragma once

#include <cstddef>
#include <ctime>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab::batch {

// What is wrong with the files that a batch was given.

/// A mistake in what the user gave; what() has a second line with the remedy.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The gradebook can't be written or read; what() has a second line with the remedy.
class StorageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One line of text: line breaks and other control characters as \xNN, bytes that are not UTF-8 as U+FFFD,
/// cut after some 200 bytes.
[[nodiscard]] std::string printable_line(std::string_view text);

/// A file's name for an id: letters, digits, and "-_@+=," as they are, and dots but for the first; each other
/// byte as %NN, so that two ids never share a name. A long one ends with a hash.
[[nodiscard]] std::string file_name(std::string_view id);

/// "a no-break space (U+00A0)": the first character that looks like a blank or like nothing, and is neither a
/// plain blank nor a control character; empty: there is none.
[[nodiscard]] std::string unseen_character(std::string_view text);

/// "2026-11-23T04:30:00Z".
[[nodiscard]] std::string utc_text(std::time_t time);

// Tables that spreadsheets write as text: cells between commas, semicolons or tabs.

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
