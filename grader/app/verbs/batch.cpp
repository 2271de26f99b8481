// mergelab batch: a whole course's submissions, a report for each and a table of all.
#include "app/batch/batch_run.hpp"
#include "app/batch/slurm.hpp"
#include "app/verbs/verbs.hpp"
#include "batch/text.hpp"
#include "report/phrases.hpp"

namespace mergelab::app {
namespace {

using batch::Status;

struct ClusterOptions {
  std::string launcher = "local";
  slurm::Resources resources;
  std::string chunk;  // empty: slurm::Plan::chunk's default
  [[nodiscard]] bool is_asked() const { return launcher == "slurm"; }
};

constexpr std::int64_t kMostInChunk = 1'000'000;

std::size_t chunk_of(const ClusterOptions& options) {
  if (options.chunk.empty()) return 0;
  return static_cast<std::size_t>(number_from(options.chunk, "--chunk", 1, kMostInChunk));
}

void add_cluster(CommandOptions& command, ClusterOptions& options) {
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

/// Throws UsageError for a chunk that is not a number, and for options of a cluster without one.
void check_cluster(const ClusterOptions& options) {
  if (options.is_asked()) return static_cast<void>(chunk_of(options));
  const slurm::Resources& resources = options.resources;
  const std::vector<std::pair<const char*, bool>> given{{"--partition", !resources.partition.empty()},
                                                        {"--gres", !resources.gres.empty()},
                                                        {"--time", !resources.time.empty()},
                                                        {"--sbatch", !resources.more.empty()},
                                                        {"--chunk", !options.chunk.empty()}};
  for (const auto& [name, is_given] : given) {
    if (is_given) throw UsageError(fmt::format("{} is for a cluster\n  add --launcher slurm", name));
  }
}

/// How the nodes grade, not this machine.
GradingOptions on_nodes(GradingOptions grading, const ClusterOptions& options) {
  grading.elsewhere = options.resources.gres.find("gpu") != std::string::npos ? "both" : "cpu";
  if (grading.jobs == 0) grading.jobs = 1;
  return grading;
}

/// With the paths that hold on every node.
void make_paths_absolute(GradingOptions& grading, const Course& course) {
  const auto absolute = [](const fs::path& path) { return fs::absolute(path).lexically_normal(); };
  if (!grading.course.empty()) grading.course = absolute(grading.course);
  if (!grading.secret_file.empty()) grading.secret_file = absolute(grading.secret_file);
  if (!course.settings.file.empty()) grading.settings = absolute(course.settings.file);
}

/// A grading of the nodes before it begins. If a GPU grades, its requested kind identifies it.
Grading cluster_grading(Grading here, const ClusterOptions& options) {
  if (options.is_asked() && here.backend != "cpu") here.device += " " + options.resources.gres;
  return here;
}

slurm::Plan plan_for(const BatchSetting& setting, const ClusterOptions& options,
                     const batch::OutputFolder& out) {
  slurm::Plan plan{setting.course,         out.slurm(),       setting.conditions,
                   grading_words(setting), options.resources, chunk_of(options)};
  plan.resources.cpus = setting.jobs;
  return plan;
}

constexpr std::size_t kMostListed = 20;

struct BatchVerbOptions {
  GradingOptions grading;
  fs::path submissions, roster, out = "results";
  batch::RosterColumns columns;
  std::string times = "roster";  // where those of submission come from
  std::vector<std::string> labs;
  ClusterOptions slurm;
  TableOptions table;
};

std::vector<batch::Entry> entries_of(const BatchVerbOptions& options) {
  std::vector<batch::Entry> entries = batch::list_entries(fs::absolute(options.submissions));
  std::error_code ignored;
  std::erase_if(entries, [&](const batch::Entry& entry) {  // the roster may lie among them
    return !options.roster.empty() && fs::equivalent(entry.path, options.roster, ignored);
  });
  return entries;
}

/// "12 graded, 3 not_submitted", and those that need attention.
void print_summary(const std::vector<batch::GradeRow>& rows) {
  std::map<Status, std::size_t> counts;
  std::vector<std::string> remarks, parts;
  for (const batch::GradeRow& row : rows) {
    ++counts[row.status];
    if (row.status == Status::graded || row.status == Status::not_submitted) continue;
    remarks.push_back(fmt::format("{}: {}{}", batch::printable_line(row.student.id), to_string(row.status),
                                  row.message.empty() ? "" : ", " + batch::printable_line(row.message)));
  }
  for (const auto& [status, count] : counts) parts.push_back(fmt::format("{} {}", count, to_string(status)));
  say::print("{}: {}\n", report::counted(rows.size(), "row"), fmt::join(parts, ", "));
  for (std::size_t i = 0; i < std::min(remarks.size(), kMostListed); ++i) say::print("  {}\n", remarks[i]);
  if (remarks.size() > kMostListed) say::print("  and {} more\n", remarks.size() - kMostListed);
}

/// Where submissions are called by another column than the one that ids were taken from, all of them are
/// unknown.
void print_better_column(const BatchVerbOptions& options, const std::vector<batch::Entry>& entries,
                         const std::vector<batch::GradeRow>& rows) {
  const bool is_matched =
      std::ranges::none_of(rows, [](const batch::GradeRow& row) { return row.status == Status::unknown; });
  if (options.roster.empty() || is_matched) return;
  std::vector<std::string> names;
  for (const batch::Entry& entry : entries) names.push_back(entry.id);
  const std::string column =
      batch::better_id_column(batch::roster_text(options.roster), options.columns, names);
  if (column.empty()) return;
  say::print("more submissions match the roster's column '{}': --id-column {}\n",
             batch::printable_line(column), quoted(batch::printable_line(column)));
}

int run(BatchVerbOptions options) {
  check_cluster(options.slurm);
  const bool on_slurm = options.slurm.is_asked();
  if (on_slurm) options.grading = on_nodes(options.grading, options.slurm);
  const std::vector<batch::Entry> entries = entries_of(options);
  std::vector<batch::Student> students = options.roster.empty()
                                             ? batch::students_of(entries)
                                             : batch::read_roster(options.roster, options.columns);
  if (students.empty())
    throw UsageError(
        fmt::format("{} contains no submission\n  expected one folder, zip or tar file per student",
                    options.submissions.string()));
  const batch::OutputFolder out(options.out, options.submissions);
  Setup setup(options.grading);
  read_times(students, setup.course(), options.roster.string());
  const bool by_files = options.times == "files";
  const Grading empty = cluster_grading(setup.empty_grading(""), options.slurm);
  BatchOptions batch_options{options.grading, options.labs, by_files,
                             options.table.format(setup.course().settings.table)};
  if (on_slurm) {
    batch_options.grading.backend = empty.backend;
    make_paths_absolute(batch_options.grading, setup.course());
  }
  const BatchSetting setting = batch_setting(setup, batch_options, empty, out.work());

  const bool has_time = by_files || std::ranges::any_of(students, [](const auto& student) {
                          return !student.submitted.value_or("").empty();
                        });
  if (!options.grading.text.quiet && !has_time)
    note_deadlines(setup.course(), "a column `submitted` of the roster");
  BatchRun batch(setting, out, setup.progress());
  batch.look(students, entries);
  int stopped_by = 0;
  if (on_slurm) {
    slurm::Gradings cluster(plan_for(setting, options.slurm, out), setup.progress());
    stopped_by = batch.grade(cluster);
  } else {
    stopped_by = batch.grade();
  }
  batch.write_table();
  setup.progress().clear();
  if (!options.grading.text.quiet) {
    print_summary(batch.rows());
    print_better_column(options, entries, batch.rows());
    if (const std::int64_t others = batch.graded_by_others(); others > 0) {
      say::print("{} were graded by another version of the grader; `{}` shows whose score would change\n",
                 others, base::command("regrade", quoted(options.out.string())));
    }
    say::print("grades: {}\n", (options.out / "grades.csv").string());
  }
  if (stopped_by != 0) {
    say::print(stderr, "stopped; finished gradings are kept, and the same command continues from here\n");
    return kSignalled + stopped_by;
  }
  const bool failed = std::ranges::any_of(batch.rows(), [](const batch::GradeRow& row) {
    return row.status == Status::grader_error || row.status == Status::pending;
  });
  return failed ? kGraderFailed : kGraded;
}

}  // namespace

Run batch(CommandOptions& command) {
  const auto options = std::make_shared<BatchVerbOptions>();
  command.positional("SUBMISSIONS", options->submissions,
                     "A folder with a folder, zip or tar file per student");
  command.option("--roster", options->roster,
                 "Table of the students; without it, everyone who handed in is graded", "CSV");
  command.option("--id-column", options->columns.id, "Column of the roster with the names of the submissions",
                 "NAME");
  command.option("--submitted-column", options->columns.submitted,
                 "Column of the roster with the times of submission, for deadlines", "NAME");
  command.choice("--times", options->times,
                 "Times of submission that the roster lacks: none, or the last change of the files",
                 {"roster", "files"});
  command.option("--out", options->out, "Folder for the results, instead of results/", "DIR");
  options->table.add_to(command);
  command.labs(options->labs);
  command.secret_file(options->grading.secret_file);
  options->grading.official = true;
  command.isolation(options->grading.require_isolation);
  command.course(options->grading.course);
  command.settings(options->grading.settings);
  add_backend(command, options->grading);
  command.seed(options->grading.seed);
  command.order(options->grading.order);
  add_text(command, options->grading.text, "No progress and no summary");
  command.jobs(options->grading.jobs, "Submissions graded at once; 0: one per processor");
  add_cluster(command, options->slurm);
  return [options] { return run(*options); };
}

}  // namespace mergelab::app
