// The verbs of mergelab. Each has a separate file, which declares its options and runs it; what nearly all of
// them include is included here.
#pragma once

#include <fmt/ranges.h>

#include "app/grading/setup.hpp"
#include "course/course.hpp"

namespace mergelab::app {

/// What runs a verb with the options that were read, and returns the exit code.
using Run = std::function<int()>;

[[nodiscard]] Run list(CommandOptions& command);
[[nodiscard]] Run run(CommandOptions& command);
[[nodiscard]] Run watch(CommandOptions& command);
[[nodiscard]] Run hint(CommandOptions& command);
[[nodiscard]] Run reset(CommandOptions& command);
[[nodiscard]] Run diff(CommandOptions& command);
[[nodiscard]] Run show(CommandOptions& command);
[[nodiscard]] Run cuda(CommandOptions& command);
[[nodiscard]] Run grade(CommandOptions& command);
[[nodiscard]] Run batch(CommandOptions& command);
[[nodiscard]] Run gradebook(CommandOptions& command);
[[nodiscard]] Run grade_chunk(CommandOptions& command);
[[nodiscard]] Run regrade(CommandOptions& command);
[[nodiscard]] Run insight(CommandOptions& command);
[[nodiscard]] Run similar(CommandOptions& command);
[[nodiscard]] Run ask(CommandOptions& command);
[[nodiscard]] Run emit(CommandOptions& command);
[[nodiscard]] Run gather(CommandOptions& command);
[[nodiscard]] Run package(CommandOptions& command);
[[nodiscard]] Run calibrate(CommandOptions& command);
[[nodiscard]] Run check_course(CommandOptions& command);
[[nodiscard]] Run data(CommandOptions& command);
[[nodiscard]] Run profile(CommandOptions& command);
[[nodiscard]] Run predict(CommandOptions& command);
[[nodiscard]] Run detective(CommandOptions& command);
[[nodiscard]] Run trace(CommandOptions& command);
[[nodiscard]] Run debug(CommandOptions& command);
[[nodiscard]] Run standalone(CommandOptions& command);
[[nodiscard]] Run pack(CommandOptions& command);
[[nodiscard]] Run release(CommandOptions& command);
[[nodiscard]] Run bench(CommandOptions& command);
[[nodiscard]] Run new_lab(CommandOptions& command);
[[nodiscard]] Run selfcheck(CommandOptions& command);
[[nodiscard]] Run wrong(CommandOptions& command);
[[nodiscard]] Run doctor(CommandOptions& command);

/// The verb hint, for verbs with a key for it.
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
