// The words with which a batch has one submission graded: by the same verb that grades a single one.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "app/batch/batch_run.hpp"
#include "app/grading/setup.hpp"

namespace mergelab::app {

/// The options of `grade` that all submissions share.
[[nodiscard]] std::vector<std::string> grading_words(const BatchSetting& setting);

/// The words that grade `folder`, with its report in `json` and these options.
[[nodiscard]] std::vector<std::string> grade_words(const std::vector<std::string>& options,
                                                   const std::filesystem::path& folder,
                                                   const std::filesystem::path& json);
[[nodiscard]] std::vector<std::string> grade_words(const BatchSetting& setting,
                                                   const std::filesystem::path& folder,
                                                   const std::filesystem::path& json);

/// Where these words have `grade` keep its observations.
[[nodiscard]] std::filesystem::path observations_beside(std::filesystem::path json);

/// A fingerprint of all that a result depends on but the submission itself. It is mixed with the instructor's
/// secret, so that another secret grades again; nothing of it can be read back.
[[nodiscard]] std::string batch_conditions(const BatchSetting& setting, const Grading& empty,
                                           const std::filesystem::path& no_submission);

/// Each step of a grading has its own limits, far below.
inline constexpr auto kLongestGrading = std::chrono::hours(2);

/// What a mergelab that failed said in its log: "error: ..." without that word.
[[nodiscard]] std::string complaint(const std::filesystem::path& log, int code);

/// A batch's options except the secret, to grade its submissions again.
struct BatchOptions {
  GradingOptions grading;
  std::vector<std::string> labs;  // as they were named; empty: all
  bool times_of_files = false;
  TableFormat table;
};
[[nodiscard]] std::string to_text(const BatchOptions& options);
/// Throws UsageError for invalid text, as in a gradebook of an earlier version.
[[nodiscard]] BatchOptions batch_options_from(const std::string& text);

/// The setting of a batch with these options. `empty` is one of its gradings before it begins, `work` an
/// empty folder.
[[nodiscard]] BatchSetting batch_setting(Setup& setup, const BatchOptions& options, const Grading& empty,
                                         const std::filesystem::path& work);

}  // namespace mergelab::app
