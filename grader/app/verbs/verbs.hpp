// The verbs of mergelab. Each has a separate file, which declares its options and runs it.
#pragma once

#include <functional>

#include "app/command_line/options.hpp"

namespace mergelab::app {

/// What runs a verb with the options that were read, and returns the exit code.
using Run = std::function<int()>;

[[nodiscard]] Run list(Words& words);
[[nodiscard]] Run run(Words& words);
[[nodiscard]] Run watch(Words& words);
[[nodiscard]] Run hint(Words& words);
[[nodiscard]] Run reset(Words& words);
[[nodiscard]] Run diff(Words& words);
[[nodiscard]] Run show(Words& words);
[[nodiscard]] Run grade(Words& words);
[[nodiscard]] Run batch(Words& words);
[[nodiscard]] Run gradebook(Words& words);
[[nodiscard]] Run grade_chunk(Words& words);
[[nodiscard]] Run regrade(Words& words);
[[nodiscard]] Run insight(Words& words);
[[nodiscard]] Run similar(Words& words);
[[nodiscard]] Run ask(Words& words);
[[nodiscard]] Run emit(Words& words);
[[nodiscard]] Run gather(Words& words);
[[nodiscard]] Run package(Words& words);
[[nodiscard]] Run calibrate(Words& words);
[[nodiscard]] Run check_course(Words& words);
[[nodiscard]] Run data(Words& words);
[[nodiscard]] Run profile(Words& words);
[[nodiscard]] Run predict(Words& words);
[[nodiscard]] Run detective(Words& words);
[[nodiscard]] Run trace(Words& words);
[[nodiscard]] Run debug(Words& words);
[[nodiscard]] Run standalone(Words& words);
[[nodiscard]] Run pack(Words& words);
[[nodiscard]] Run release(Words& words);
[[nodiscard]] Run bench(Words& words);
[[nodiscard]] Run selfcheck(Words& words);
[[nodiscard]] Run wrong(Words& words);
[[nodiscard]] Run doctor(Words& words);
[[nodiscard]] Run test(Words& words);

}  // namespace mergelab::app
