// What a compiler said, in the order in which it is to be mended.
#pragma once

#include <string>
#include <vector>

namespace mergelab::report {

/// The log with its warnings behind its errors; each keeps its notes and the code below it, and the order
/// stays otherwise.
[[nodiscard]] std::string errors_first(const std::string& log);

/// The line of the log that is an error's, the first; empty where there is none.
[[nodiscard]] std::string first_error_in(const std::string& log);

/// The lines of the log that are warnings', without the names of options. Of a variable that a student's
/// function declares and the course's file, where it was inlined, reads: the place of the declaration.
[[nodiscard]] std::vector<std::string> warnings_in(const std::string& log);

}  // namespace mergelab::report
