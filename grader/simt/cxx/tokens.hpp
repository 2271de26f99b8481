// The tokens of preprocessed text, with the file and line from the line markers.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cxx {

struct Token {
  std::string_view text;  // digraphs are spelled out; literals are "" or ''
  std::size_t file = 0;   // index into SourceText::files
  int line = 0;
  std::size_t at = 0;  // its place in the text
};

/// A user file's include of another file.
struct Entered {
  std::string file;  // entered
  std::size_t from = 0;
  int line = 0;
  bool holds_tokens = false;  // if the user files' macros could change them
};

/// The tokens, directives and includes of the user files, and of the files that they enter and
/// `is_read_again` accepts; skips the rest of the text.
struct SourceText {
  std::vector<std::string> files;
  std::vector<Token> tokens;
  std::vector<Token> directives;  // lines that begin with `#`, not markers: pragmas and the like
  std::vector<Entered> entered;
};

using IsFile = std::function<bool(std::string_view file)>;
[[nodiscard]] SourceText read_source_text(
    std::string_view preprocessed, const IsFile& is_user_file,
    const IsFile& is_read_again = [](std::string_view) { return false; });

}  // namespace simt::cxx
