// Slurm's own commands: sbatch, squeue, scontrol and scancel. Nothing else is asked of a cluster, and no
// accounting.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mergelab::app::slurm {

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

}  // namespace mergelab::app::slurm
