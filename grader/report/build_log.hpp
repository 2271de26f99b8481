// A compiler's messages, in the order in which to fix them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mergelab::report {

/// The log with its warnings behind its errors; each keeps its notes and the code below it, and the order
/// stays otherwise.
[[nodiscard]] std::string errors_first(const std::string& log);

/// The log's first line with an error, or empty.
[[nodiscard]] std::string first_error_in(const std::string& log);

/// The lines of the log that are warnings', without the names of options, each once. Of a variable, the place
/// of the declaration, if the compiler names it: the line that uses it may be one into which its function was
/// inlined, and have another variable of that name.
[[nodiscard]] std::vector<std::string> warnings_in(const std::string& log);

/// A variable that is used before it has a value, by a compiler's warning.
struct Uninitialised {
  std::string name, place;          // "sum", "scan.cuh:9"
  bool is_declaration = false;      // the place: always with g++; else it is a use
  bool is_sure = false;             // on every way to its use, and not only on some
  std::vector<std::string> others;  // names of those of which a compiler says the same
};
/// Of those that are sure, or else of all, the one that stands first in its file.
[[nodiscard]] std::optional<Uninitialised> uninitialised_in(const std::string& log);

/// "merge_tiled.cuh:32": the first line of a student's that a compiler's text names; empty for none.
[[nodiscard]] std::string first_place_in(const std::string& text);

}  // namespace mergelab::report
