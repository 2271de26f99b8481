// Runs a program that talks with the user itself, such as a debugger.
#pragma once

#include <string>
#include <vector>

namespace mergelab::app {

/// Runs the command on this terminal and waits for its end; Ctrl+C is the command's. Returns its exit code,
/// 128 and the signal's number where a signal ended it. Throws EnvironmentError when it can't be started.
int run_in_foreground(std::vector<std::string> command);

}  // namespace mergelab::app
