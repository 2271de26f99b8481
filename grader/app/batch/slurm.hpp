// The gradings of a batch that a Slurm cluster does: sent out in chunks, one array job at a time, their
// results collected, and lost ones sent out again.
#pragma once

#include <set>

#include "app/command_line/console.hpp"
#include "batch/entries.hpp"

namespace mergelab::app::slurm {

// Slurm's own commands: sbatch, squeue, scontrol and scancel. Nothing else is asked of a cluster, and no
// accounting.

/// What a task asks of the cluster.
struct Resources {
  std::string partition, gres, time;  // empty: the cluster's default
  std::vector<std::string> more;      // further words for sbatch
  unsigned cpus = 1;
};

/// One task of an array job of this user.
struct Task {
  std::string job;  // the array's id: "1234"
  std::size_t index = 0;
  std::string state, reason, node;  // as squeue says them: "RUNNING", "Resources", "n3"
  std::string name;                 // of the job
  [[nodiscard]] bool is_over() const;
};

/// Submits an array job whose tasks, 0 to `tasks` - 1, run `script` in a shell; returns its id. Slurm does
/// not run a lost task again. Throws EnvironmentError if sbatch is missing or refuses, with its own words.
[[nodiscard]] std::string submit(const Resources& resources, const std::set<std::string>& excluded_nodes,
                                 const std::string& name, std::size_t tasks, const std::string& script);

/// All tasks of this user that Slurm still knows, those that have ended included; or, where it does not
/// answer now, its words.
struct Answer {
  std::optional<std::vector<Task>> tasks;
  std::string complaint;
};
[[nodiscard]] Answer tasks();

/// "4 tasks running, 2 waiting (Resources)".
[[nodiscard]] std::string summary(const std::vector<Task>& tasks);

/// The exit code of a task that has ended; nothing if Slurm does not know it any more.
[[nodiscard]] std::optional<int> exit_code(const Task& task);

/// Cancels a job with all of its tasks.
void cancel(const std::string& job);

// The messages of the leading process and a cluster's tasks: files in a folder that both see.
//
// FOLDER/jobs/TOKEN/chunk-I.json what task I of a job is to grade FOLDER/jobs/TOKEN/log-I what that task
// printed; it is there once the task has begun FOLDER/PLACE/files/ a submission, laid out like labs/
// FOLDER/PLACE/done/ its grading: report.json, log, code; it appears in one step

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
/// Throws UsageError for other files than this mergelab's chunks.
[[nodiscard]] Chunk read_chunk(const std::filesystem::path& file);

/// Lays a submission out in `folder`, in one step, unless it is there already. Returns false if it holds
/// what can't be made anew, such as a file that could not be read. Throws base::WriteError.
[[nodiscard]] bool lay_out(const Course& course, const batch::Content& content,
                           const std::filesystem::path& folder);

// The gradings of a batch, from the leading process.

/// What is the same for all of them.
struct Plan {
  const Course* course = nullptr;
  std::filesystem::path folder;    // on a file system that all nodes share; only this batch's
  std::string conditions;          // batch_conditions()
  std::vector<std::string> words;  // Chunk::words
  Resources resources;
  std::size_t chunk = 0;  // gradings in a task; 0: so many that there are at most kMostTasks tasks
};
inline constexpr std::size_t kMostTasks = 100;

/// A grading that needs nothing more.
struct Ended {
  std::int64_t submission = 0;
  std::string lost;             // why there is none; empty: its files are there
  int code = 0;                 // of `grade`
  std::filesystem::path place;  // with its files, until forget()
  [[nodiscard]] std::filesystem::path report() const { return place / files::kDone / files::kReport; }
  [[nodiscard]] std::filesystem::path log() const { return place / files::kDone / files::kLog; }
};

class Gradings {
 public:
  Gradings(Plan plan, Progress& progress);

  /// A submission of the gradebook that must be graded. Throws base::WriteError.
  void add(std::int64_t submission, const batch::Content& content);
  /// Takes up the tasks of an earlier run that still wait or work, cancels those that work for nothing, and
  /// sends out the rest. Throws EnvironmentError, base::WriteError; what was sent out goes on then.
  void begin();
  /// The results since the last call. Asks Slurm now and then, and sends lost gradings out again. Throws the
  /// same, and EnvironmentError, with all tasks cancelled, when no node sees the folder.
  [[nodiscard]] std::vector<Ended> poll();
  /// Its files can go: what came of it is in the gradebook.
  void forget(const Ended& ended);
  [[nodiscard]] bool is_done() const { return waiting_.empty(); }
  /// Removes the folder, of which a batch that is done needs nothing.
  void finish();

  /// "4 tasks running, 2 waiting (Resources)"; empty: nothing is known yet.
  [[nodiscard]] const std::string& state() const { return state_; }
  /// Cancels all that was sent out. What has come back already stays for the next run.
  void cancel();

 private:
  using Clock = std::chrono::steady_clock;
  using TaskKey = std::pair<std::string, std::size_t>;  // the job's token, the task's index
  struct Waiting {
    std::string place;
    std::optional<TaskKey> task;  // none: not assigned
    int losses = 0;
  };
  struct Sent {                             // a task that was sent out and has not ended
    std::optional<Clock::time_point> over;  // when it was first seen to have ended
  };

  void adopt(const std::vector<Task>& tasks);
  void send_out();
  std::string submit_job(const std::vector<std::vector<std::int64_t>>& chunks);
  void take_back(std::vector<Ended>& ended);
  void look_at_tasks(std::vector<Ended>& ended);
  void lose(const TaskKey& key, const std::optional<Task>& task, std::vector<Ended>& ended);
  [[nodiscard]] std::string reason_of(const TaskKey& key, const std::optional<Task>& task);
  [[nodiscard]] bool is_begun_anywhere() const;
  [[nodiscard]] std::vector<Task> ours(std::vector<Task> tasks) const;
  [[nodiscard]] std::filesystem::path job_folder(const std::string& token) const;
  [[nodiscard]] std::filesystem::path place_of(std::int64_t submission) const;

  Plan plan_;
  Progress& progress_;
  std::filesystem::path folder_;  // of these conditions
  std::string prefix_;            // of the names of this batch's jobs
  std::map<std::int64_t, Waiting> waiting_;
  std::map<std::int64_t, std::string> unfit_;  // that no node can be given, and why
  std::map<TaskKey, Sent> sent_;
  std::map<std::string, std::string> ids_;  // of jobs, by token
  std::set<std::string> bad_nodes_;
  std::string state_;
  Clock::time_point began_ = Clock::now(), asked_{};
};

}  // namespace mergelab::app::slurm
