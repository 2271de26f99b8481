// The verb hint, for verbs with a key for it.
#pragma once

#include <filesystem>
#include <string>

#include "app/command_line/options.hpp"

namespace mergelab::app {

struct HintOptions {
  GradingOptions grading;
  std::string lab;  // empty: the first that lacks full marks
  std::filesystem::path folder;
  bool with_reference = false;
  bool key = false;  // whether a key asks, and not a command
};

/// Prints the next of what there is to say about the lab's last run. Returns the exit code.
int show_hint(const HintOptions& options);

}  // namespace mergelab::app
