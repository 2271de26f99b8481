// Runs the compiler.
#pragma once

#include <string>
#include <vector>

namespace simt::cxx {

/// Runs a program (looked up in PATH) with our standard streams and waits. Returns its exit status, or 128 +
/// the signal that ended it. Throws std::system_error if it cannot be started. Its standard error goes to the
/// file `messages`, if given.
[[nodiscard]] int run(const std::vector<std::string>& command, const std::string& messages = "");

}  // namespace simt::cxx
