// mergelab emit: a report that is there in the format of a course system, without grading again.
#include <system_error>

#include "app/grading/report_file.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "report/page.hpp"

namespace mergelab::app {
namespace {

struct EmitOptions {
  std::string report;
  std::vector<std::string> emitted;
  bool formats = false;
};

void list_formats() {
  for (const report::Format& format : report::formats())
    say::print("{:<18}{:<24}{}\n", format.name, format.file, format.reader);
}

std::string read_report(const std::string& path) {
  errno = 0;
  std::optional<std::string> text = base::read_file(path, report::kLongestReport);
  if (!text) throw UsageError(fmt::format("{}: {}", path, std::generic_category().message(errno)));
  if (text->size() == report::kLongestReport)
    throw UsageError(fmt::format("{} is too large for a report", path));
  return *text;
}

int emit(const EmitOptions& options) {
  if (options.formats) {
    list_formats();
    return kGraded;
  }
  if (options.report.empty() || options.emitted.empty())
    throw UsageError(
        fmt::format("expected a report and at least one NAME=PATH, such as report.json junit=junit.xml\n  "
                    "`{} emit --formats` lists the formats",
                    base::program_name()));
  const std::string text = read_report(options.report);
  const EmittedFiles files(options.emitted, options.report);
  bool has_score = false;
  try {
    const Grading grading = report::from_json(text);
    has_score = grading.score && grading.complete;
    files.write_all(grading);
  } catch (const base::WriteError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw UsageError(
        fmt::format("{}: {}\n  expected a report that `{} grade` wrote with --json; nothing was written",
                    options.report, report::clean(error.what()), base::program_name()));
  }
  if (has_score) return kGraded;
  say::print(stderr, "error: {} has no score: the grader failed, or did not finish\n", options.report);
  return kGraderFailed;
}

}  // namespace

Run emit(CommandOptions& command) {
  const auto options = std::make_shared<EmitOptions>();
  command.positional("REPORT", options->report, "The report that `grade` wrote", false);
  command.positional("OUTPUT", options->emitted, "NAME=PATH: the format and the file; - is standard output");
  command.flag("--formats", options->formats, "List the formats");
  return [options] { return emit(*options); };
}

}  // namespace mergelab::app
