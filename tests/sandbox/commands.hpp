// Commands of the sandbox's tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sandbox/process.hpp"

namespace mergelab::sandbox {

inline Command shell(const std::string& script) {
  Command command;
  command.argv = {"/bin/sh", "-c", script};
  command.env = {{"PATH", "/usr/bin:/bin"}};
  command.limits.wall_s = 60;  // a broken sandbox fails a test, and does not hang it
  return command;
}

inline Command helper(std::vector<std::string> words) {
  Command command = shell("");
  words.insert(words.begin(), SANDBOX_HELPER);
  command.argv = std::move(words);
  return command;
}

}  // namespace mergelab::sandbox
