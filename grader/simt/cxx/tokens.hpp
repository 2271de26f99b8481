// The tokens of preprocessed text, with the file and line that the line markers ascribe them to.
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
};

/// An include that a user file made of a file that is none.
struct Entered {
  std::string file;  // entered
  std::size_t from = 0;
  int line = 0;
};

/// The tokens, directives and includes of the user files; the rest of the text is skipped.
struct SourceText {
  std::vector<std::string> files;
  std::vector<Token> tokens;
  std::vector<Token> directives;  // lines that begin with `#` and are no markers, such as pragmas
  std::vector<Entered> entered;
};

[[nodiscard]] SourceText read_source_text(std::string_view preprocessed,
                                          const std::function<bool(std::string_view file)>& is_user_file);

}  // namespace simt::cxx
