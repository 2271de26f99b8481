// What a compiler said, in the order in which it is to be mended.
#pragma once

#include <string>

namespace mergelab::report {

/// The log with its warnings behind its errors; each keeps its notes and the code below it, and the order
/// stays otherwise.
[[nodiscard]] std::string errors_first(const std::string& log);

/// The line of the log that is an error's, the first; empty where there is none.
[[nodiscard]] std::string first_error_in(const std::string& log);

}  // namespace mergelab::report
