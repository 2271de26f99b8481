// Runs a program and hands over its output, line by line.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace mergelab::app {

/// Standard output and error of the command, without newlines. Returns its exit status, or 128 and the number
/// of the signal that ended it. Throws EnvironmentError when it can't be started.
int run_lines(std::vector<std::string> command, const std::function<void(const std::string&)>& on_line);

}  // namespace mergelab::app
