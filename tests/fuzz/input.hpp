// How a fuzz target splits a fuzzer's bytes: one input may contain several files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace mergelab::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// What stands between the parts of an input: the record separator of ASCII, which JSON and C++ have no use
/// for.
inline constexpr char kSeparator = '\x1e';

/// The parts between separators, at most `most`; the last one takes what is left.
inline std::vector<std::string_view> parts_of(std::string_view text, std::size_t most) {
  std::vector<std::string_view> parts;
  while (parts.size() + 1 < most && text.find(kSeparator) != std::string_view::npos) {
    const std::size_t end = text.find(kSeparator);
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

/// Ends the run with a finding when what a function promises does not hold.
inline void expect(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: does not hold: %s\n", promise);
  std::abort();
}

}  // namespace mergelab::fuzz
