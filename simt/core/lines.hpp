// The source line of an address in a module's code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <simt/engine.hpp>

namespace simt::core {

struct Line {
  std::string file;  // as passed to the compiler; empty if unknown
  int number = 0;
  std::string function = {};  // the line's, as far as line_of() knows; without parameters
  [[nodiscard]] bool known() const { return !file.empty(); }
};

/// In a header of the C++ library.
[[nodiscard]] bool is_of_cpp_library(const Line& line);

/// Forgets earlier modules, so the new module's lines are found; returns its load address.
std::uintptr_t use_lines_of(void* module);

/// The line of the call that returns to `pc`. Code of the engine's and the C++ library's headers is
/// attributed to the line that it was inlined into.
[[nodiscard]] Line line_of(std::uintptr_t pc);

/// Whether the call that returns to `pc` is written in CUB's merge of a block.
[[nodiscard]] bool is_merge_of_cub(std::uintptr_t pc);

/// The line that called the function at `pc`, for as long as that function runs: of another file in the same
/// folder or one above, or unknown. `launched_by`: the host code's calls that launched the function's kernel,
/// the innermost first, which the calls in progress do not contain.
[[nodiscard]] Line caller_of(std::uintptr_t pc, const std::vector<std::uintptr_t>& launched_by);

/// The line of the call at `pc`, and the lines that its function was inlined into, the innermost first.
/// Without the engine's headers.
[[nodiscard]] std::vector<Line> lines_at(std::uintptr_t pc);

/// The code addresses of the calls in progress, the innermost first.
[[nodiscard]] std::vector<std::uintptr_t> addresses_of_calls();

/// The line's text without surrounding blanks; "" if the file can't be read.
[[nodiscard]] const std::string& text_of(const Line& line);

/// For a finding.
[[nodiscard]] finding::Site site_of(const Line& line);
[[nodiscard]] inline finding::Site site_of(std::uintptr_t pc) { return site_of(line_of(pc)); }

/// The text of a line that site_of() has returned.
[[nodiscard]] std::string text_of(const finding::Site& site);

}  // namespace simt::core
