// mergelab insight: what a class as a whole did, as a page and as a table.
#include "batch/insight.hpp"
#include "app/batch/batch_run.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"

namespace mergelab::app {
namespace {

struct InsightOptions {
  fs::path folder, html, csv;
  std::string title = "Class insight";
  bool best = false;
};

int run(const InsightOptions& options) {
  const batch::Insight insight = batch::insight_of(open_gradebook(options.folder), options.best);
  if (insight.graded == 0)
    throw UsageError(fmt::format("{} has no gradings yet\n  run `batch` first",
                                 (options.folder / "gradebook.sqlite").string()));
  const std::string table = batch::insight_table(insight);
  try {
    if (!options.html.empty())
      base::write_atomically(options.html, batch::insight_page(insight, options.title));
    if (!options.csv.empty()) base::write_atomically(options.csv, table);
  } catch (const base::WriteError& error) {
    throw UsageError(error.what());
  }
  if (options.html.empty() && options.csv.empty()) say::print("{}", table);
  for (const fs::path& file : {options.html, options.csv}) {
    if (!file.empty()) say::print("insight: {}\n", file.string());
  }
  return kGraded;
}

}  // namespace

Run insight(CommandOptions& command) {
  const auto options = std::make_shared<InsightOptions>();
  command.positional("RESULTS", options->folder, "The folder that you gave `batch` as --out");
  command.option("--html", options->html, "Write a page with charts", "FILE");
  command.option("--csv", options->csv, "Write the table as CSV; without --html and --csv it is printed",
                 "FILE");
  command.option("--title", options->title, "Title of the page", "TEXT");
  command.flag("--best", options->best, "Use each student's best attempt instead of the last");
  return [options] { return run(*options); };
}

}  // namespace mergelab::app
