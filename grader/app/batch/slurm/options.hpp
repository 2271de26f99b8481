// The options of `batch` about a cluster, and what follows from them.
#pragma once

#include <string>

#include "app/batch/batch_run.hpp"
#include "app/batch/slurm/commands.hpp"
#include "app/batch/slurm/gradings.hpp"
#include "app/command_line/options.hpp"
#include "batch/output_folder.hpp"

namespace mergelab::app::slurm {

struct Options {
  std::string launcher = "local";
  Resources resources;
  std::string chunk;  // empty: Plan::chunk's default
  [[nodiscard]] bool is_asked() const { return launcher == "slurm"; }
};
void add(CommandOptions& command, Options& options);
/// Throws UsageError for a chunk that is not a number, and for options of a cluster without one.
void check(const Options& options);

/// How the nodes grade, not this machine.
[[nodiscard]] GradingOptions on_nodes(GradingOptions grading, const Options& options);
/// With the paths that hold on every node.
void make_paths_absolute(GradingOptions& grading, const Course& course);
/// A grading of the nodes before it begins. If a GPU grades, its requested kind identifies it.
[[nodiscard]] Grading empty_grading(Grading here, const Options& options);

[[nodiscard]] Plan plan_for(const BatchSetting& setting, const Options& options,
                            const batch::OutputFolder& out);

}  // namespace mergelab::app::slurm
