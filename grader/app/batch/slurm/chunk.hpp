// The messages of the leading process and a cluster's tasks: files in a folder that both see.
//
// FOLDER/jobs/TOKEN/chunk-I.json what task I of a job is to grade FOLDER/jobs/TOKEN/log-I what that task
// printed; it is there once the task has begun FOLDER/PLACE/files/ a submission, laid out like labs/
// FOLDER/PLACE/done/ its grading: report.json, log, code; it appears in one step
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "batch/entries.hpp"
#include "model/course.hpp"

namespace mergelab::app::slurm {

namespace files {
inline constexpr const char *kJobs = "jobs", *kFiles = "files", *kDone = "done", *kReport = "report.json",
                            *kLog = "log", *kCode = "code";
}

/// What one task grades.
struct Chunk {
  std::vector<std::string> words;   // for `grade`, without the folder and the report
  std::vector<std::string> places;  // names of folders in FOLDER
  unsigned jobs = 1;                // gradings at once
};
[[nodiscard]] std::string chunk_name(std::size_t index);
[[nodiscard]] std::string log_name(std::size_t index);
/// Throws base::WriteError.
void write_chunk(const std::filesystem::path& file, const Chunk& chunk);
/// Throws UsageError for other files than this mergelab's chunks.
[[nodiscard]] Chunk read_chunk(const std::filesystem::path& file);

/// Lays a submission out in `folder`, in one step, unless it is there already. Returns false if it holds
/// what can't be made anew, such as a file that could not be read. Throws base::WriteError.
[[nodiscard]] bool lay_out(const Course& course, const batch::Content& content,
                           const std::filesystem::path& folder);

}  // namespace mergelab::app::slurm
