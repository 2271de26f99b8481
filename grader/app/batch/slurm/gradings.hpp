// The gradings of a batch that a Slurm cluster does: sends them out in chunks, one array job at a time,
// collects their results, and sends lost ones out again.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/batch/slurm/chunk.hpp"
#include "app/batch/slurm/commands.hpp"
#include "app/command_line/console.hpp"

namespace mergelab::app::slurm {

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
