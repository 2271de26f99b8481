// Names that come from rosters, archives and folders, made safe: for one line of text, and for a file's name.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

namespace mergelab::batch {

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

}  // namespace mergelab::batch
