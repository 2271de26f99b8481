#include "app/batch/slurm/options.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "app/batch/batch_words.hpp"
#include "app/command_line/errors.hpp"
#include "app/command_line/typed.hpp"

namespace mergelab::app::slurm {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostInChunk = 1'000'000;

std::size_t chunk_of(const Options& options) {
  if (options.chunk.empty()) return 0;
  return static_cast<std::size_t>(number_from(options.chunk, "--chunk", 1, kMostInChunk));
}

}  // namespace

void add(CommandOptions& command, Options& options) {
  command.choice("--launcher", options.launcher, "Who grades: this machine, or a Slurm cluster",
                 {"local", "slurm"});
  command.option("--chunk", options.chunk, "On Slurm: submissions per task; by default at most 100 tasks",
                 "K");
  command.option("--partition", options.resources.partition, "On Slurm: the partition that runs the tasks",
                 "NAME");
  command.option("--gres", options.resources.gres, "On Slurm: resources of each task, such as gpu:1", "GRES");
  command.option("--time", options.resources.time,
                 "On Slurm: a task's time limit, such as 30 (minutes) or 2:00:00", "LIMIT");
  command.option("--sbatch", options.resources.more,
                 "On Slurm: another argument of sbatch, such as --sbatch=--account=cs (may be repeated)",
                 "WORD");
}

void check(const Options& options) {
  if (options.is_asked()) return static_cast<void>(chunk_of(options));
  const Resources& resources = options.resources;
  const std::vector<std::pair<const char*, bool>> given{{"--partition", !resources.partition.empty()},
                                                        {"--gres", !resources.gres.empty()},
                                                        {"--time", !resources.time.empty()},
                                                        {"--sbatch", !resources.more.empty()},
                                                        {"--chunk", !options.chunk.empty()}};
  for (const auto& [name, is_given] : given) {
    if (is_given) throw UsageError(fmt::format("{} is for a cluster\n  add --launcher slurm", name));
  }
}

GradingOptions on_nodes(GradingOptions grading, const Options& options) {
  grading.elsewhere = options.resources.gres.find("gpu") != std::string::npos ? "both" : "cpu";
  if (grading.jobs == 0) grading.jobs = 1;
  return grading;
}

void make_paths_absolute(GradingOptions& grading, const Course& course) {
  const auto absolute = [](const fs::path& path) { return fs::absolute(path).lexically_normal(); };
  if (!grading.course.empty()) grading.course = absolute(grading.course);
  if (!grading.secret_file.empty()) grading.secret_file = absolute(grading.secret_file);
  if (!course.settings.file.empty()) grading.settings = absolute(course.settings.file);
}

Grading empty_grading(Grading here, const Options& options) {
  if (options.is_asked() && here.backend != "cpu") here.device += " " + options.resources.gres;
  return here;
}

Plan plan_for(const BatchSetting& setting, const Options& options, const batch::OutputFolder& out) {
  Plan plan{setting.course,         out.slurm(),       setting.conditions,
            grading_words(setting), options.resources, chunk_of(options)};
  plan.resources.cpus = setting.jobs;
  return plan;
}

}  // namespace mergelab::app::slurm
