// A compiler's message in parts, and the text on a call in it with wrong arguments.
#pragma once

#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab::submission {

using Lines = std::vector<std::string>;

/// A message: what leads to it, the line that says it, and what the compiler quotes below it.
struct Message {
  Lines lead_in;
  std::string place, kind, text;  // "a.cuh:3:1", "error", "expected ';'"
  Lines quote;
};

/// std::regex needs stack for each character, and the source decides how long a line is.
inline constexpr std::size_t kLongestMatched = 2000;
inline bool matches(const std::string& text, std::smatch& parts, const std::regex& pattern) {
  return text.size() <= kLongestMatched && std::regex_match(text, parts, pattern);
}
inline bool holds(const std::string& text, std::smatch& parts, const std::regex& pattern) {
  return text.size() <= kLongestMatched && std::regex_search(text, parts, pattern);
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

}  // namespace mergelab::submission
