// Which line of the source an address in the code of a module belongs to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace simt::core {

struct Line {
  std::string file;  // as the compiler was told; empty when unknown
  int number = 0;
  std::string function = {};  // that the line is in, as far as line_of() tells; without its parameters
  [[nodiscard]] bool known() const { return !file.empty(); }
};

/// Forgets what was loaded before, so that the module's lines are found; returns where it is loaded.
std::uintptr_t use_lines_of(void* module);

/// The line of the call that returns to `pc`. Code that the engine's own headers put there counts for the
/// line that used it.
[[nodiscard]] Line line_of(std::uintptr_t pc);

/// The line that called the function at `pc`, for as long as that function runs: of another file in the same
/// folder or one above, or unknown.
[[nodiscard]] Line caller_of(std::uintptr_t pc);

/// The line of the call at `pc`, and the lines that its function was inlined into, the innermost first.
/// Without the engine's own headers.
[[nodiscard]] std::vector<Line> lines_at(std::uintptr_t pc);

/// Where the calls that are under way stand in the code, the innermost first.
[[nodiscard]] std::vector<std::uintptr_t> addresses_of_calls();

/// The line's text without the blanks around it, as far as the file can be read; "" otherwise.
[[nodiscard]] const std::string& text_of(const Line& line);

/// "merge.cuh:87 `C[k] = A[i];`", "an unknown line".
[[nodiscard]] std::string show(const Line& line);

}  // namespace simt::core
