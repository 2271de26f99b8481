// What verbs read of a batch's results.
#pragma once

#include <filesystem>

#include "batch/gradebook.hpp"

namespace mergelab::app {

/// The gradebook in a batch's folder, or the file itself. Throws UsageError without one.
[[nodiscard]] batch::Gradebook open_gradebook(const std::filesystem::path& folder);

}  // namespace mergelab::app
