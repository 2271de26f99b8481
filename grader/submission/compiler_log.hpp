// Turns a compiler's messages into those that a student sees: with his own file names, and none of the
// grader's.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/regex.hpp"

namespace mergelab::submission {

using Lines = std::vector<std::string>;

/// A message: what leads to it, the line that says it, and what the compiler quotes below it.
struct Message {
  Lines lead_in;
  std::string place, kind, text;  // "a.cuh:3:1", "error", "expected ';'"
  Lines quote;
};

/// base::Regex needs stack for each character, and the source decides how long a line is.
inline constexpr std::size_t kLongestMatched = 2000;
inline bool matches(const std::string& text, std::smatch& parts, const base::Regex& pattern) {
  return text.size() <= kLongestMatched && base::regex_match(text, parts, pattern);
}
inline bool holds(const std::string& text, std::smatch& parts, const base::Regex& pattern) {
  return text.size() <= kLongestMatched && base::regex_search(text, parts, pattern);
}

inline bool is_adapter(std::string_view place) {
  return place.starts_with("adapter.") || place.starts_with("transport.inc:") || place.starts_with("call.h:");
}

/// Folders were cut off, except those of headers.
inline bool is_students(std::string_view place) {
  return !place.empty() && place.front() != '<' && place.find('/') == std::string_view::npos &&
         !is_adapter(place);
}

/// Wrong arguments in the same words for every compiler, below them the call and the declaration.
[[nodiscard]] std::vector<Message> with_words_on_arguments(std::vector<Message> messages);

/// What was compiled, as messages show it.
struct LogContext {
  std::vector<std::string> folders;  // cut off in front of names
  std::string file;                  // the lab's: "merge_tiled.cuh"
  std::string function;
  std::string declaration;                         // of the function, as the adapter calls it
  std::vector<std::string> references = {};        // files that a student is shown nothing of
  std::string own_text = {};                       // of the student's files, where there are references
  std::map<std::string, std::string> absent = {};  // files of other labs that are not there: what to do
  /// What the file has to declare, by name: "struct Point { float x; };".
  std::map<std::string, std::string> structs = {};
};

inline constexpr std::size_t kMostLogBytes = 16 << 10;

/// Cuts folders off, drops the generated adapter from include stacks and a crashed compiler's trace, places
/// errors in headers at the student's line that uses them, says in one way for all compilers which argument
/// of a call is wrong and which declaration the adapter's call expects, says what to do about another lab's
/// file that is not there, leaves out what messages say of references, and shortens the text to kMostLogBytes
/// at a line's end. It may hold any bytes: the writers of reports make it printable.
[[nodiscard]] std::string clean_log(std::string_view words, const LogContext& context);

/// Whether the compiler says that it ran into a limit; a student's #error, which carries a location, does
/// not.
[[nodiscard]] bool reports_out_of_memory(std::string_view words);
[[nodiscard]] bool reports_file_too_large(std::string_view words);

/// A part of the compiler ran into the limit of CPU time before its driver did.
[[nodiscard]] bool reports_time_limit(std::string_view words);

/// Whether a compiler says that a signal killed one of its parts. A source can say so too.
[[nodiscard]] bool reports_kill(std::string_view words);

/// Whether simt-cc's own last line says that the grader's installation is broken.
[[nodiscard]] bool reports_broken_installation(std::string_view words);

}  // namespace mergelab::submission
