// What a report that is already there means for a grading that writes to the same file.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/course.hpp"
#include "model/result.hpp"

namespace mergelab::app {

/// The results that `--resume` keeps, by lab.
struct Resumed {
  std::map<std::string, LabResult> asked;   // of the labs that were asked for: not graded again
  std::map<std::string, LabResult> others;  // that were not asked for: they stay in the report
  std::set<std::string> was_asked;          // what the earlier report was to have
};

/// Reads the results that still hold: those with a score, whose fingerprint is the lab's in `inputs`. Nothing
/// without a report. Throws UsageError when the file is not a report, and when the result of a lab that was
/// not asked for no longer holds: it would be lost.
[[nodiscard]] Resumed resume(const std::filesystem::path& json, const std::vector<const Lab*>& asked,
                             const std::map<std::string, std::string>& inputs);

/// Labs of the same submission in the report that is there, which a grading of `asked` drops.
[[nodiscard]] std::vector<std::string> dropped_labs(const std::filesystem::path& json,
                                                    const std::vector<const Lab*>& asked,
                                                    const std::string& submission);

}  // namespace mergelab::app
