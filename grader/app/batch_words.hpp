// The words with which a batch has one submission graded: by the same verb that grades a single one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/batch_run.hpp"

namespace mergelab::app {

/// grade `folder`, with its report in `json`.
[[nodiscard]] std::vector<std::string> grade_words(const BatchSetting& setting,
                                                   const std::filesystem::path& folder,
                                                   const std::filesystem::path& json);

/// A fingerprint of all that a result depends on but the submission itself. It is mixed with the instructor's
/// secret, so that another secret grades anew; nothing of it can be read back.
[[nodiscard]] std::string batch_conditions(const BatchSetting& setting, const Grading& empty,
                                           const std::filesystem::path& no_submission);

}  // namespace mergelab::app
