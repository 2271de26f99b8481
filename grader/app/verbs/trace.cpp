// mergelab trace N: what a student's function did with a small case, step by step.
#include "app/grading/report_file.hpp"
#include "app/learning/traced_case.hpp"
#include "app/verbs/verbs.hpp"
#include "report/trace_text.hpp"

namespace mergelab::app {
namespace {

struct TraceOptions {
  GradingOptions grading;
  std::string lab, case_name;
  ByHand by_hand;
  std::filesystem::path folder, json, svg;
  std::optional<std::string> html;
  std::uint64_t block = 0;
};

TracedCase chosen_case(const TraceOptions& options, const Course& course, const Lab& lab) {
  if (options.case_name.empty()) return usual_case(course, lab, options.by_hand, options.grading.seed);
  if (!own_arguments(lab, options.by_hand).words.empty())
    throw UsageError("--case has its own arrays: leave them out of --arg");
  return named_case(course, lab, options.case_name, options.by_hand, options.grading.seed);
}

int blocks_of(const Trace& trace) {
  int blocks = 0;
  for (const TracedLaunch& launch : trace.launches)
    blocks = std::max(blocks, launch.first_block + launch.blocks);
  return std::max(blocks, 1);
}

int trace(TraceOptions options) {
  options.grading.trace = true;
  const Course course = course::load(course_root(options.grading.course));
  const Lab& lab = course::find_lab(course, options.lab);
  const TracedCase subject = chosen_case(options, course, lab);
  options.grading.trace_numbers = own_arguments(lab, options.by_hand).chosen;
  if (options.json == "-" && options.svg == "-")
    throw UsageError("--json and --svg can't both write to standard output: give one of them a file");
  if (!options.svg.empty() && options.svg != "-" && options.svg.extension() != ".svg")
    throw UsageError(fmt::format("--svg takes a name that ends in .svg, not '{}'", options.svg.string()));
  const ReportFile file(options.json);
  const ReportFile figure(options.svg);
  std::FILE* const text = figure.is_stdout() ? stderr : file.text();
  if (figure.is_wanted()) require_kit(lab);
  if (figure.is_wanted() && lab.kit->figure(Trace(), 0).empty())
    throw UsageError(fmt::format("--svg has no figure of {}: --html writes a page", lab.name));
  const MicroscopeFile page(options.html, lab);
  Setup setup(options.grading);
  const submission::Sources sources =
      own_sources(setup.course(), lab, submission_folder(options.folder, setup.course()));
  LabResult result;
  const std::optional<Trace> traced = trace_of(setup, subject, options.by_hand, sources, result);
  if (!traced) {
    const std::string again = rerun_command(options.grading, options.folder);
    say::print(text, "{}\n", report::lab_text(result, text_style(options.grading.text, text, again)));
    if (!result.score) return kGraderFailed;
    say::print(text, "It has no trace.\n");
    return kGraded;
  }
  const Trace& seen = *traced;
  if (options.block >= static_cast<std::uint64_t>(blocks_of(seen)))
    throw UsageError(fmt::format("no block {}: the call launched {}", options.block, blocks_of(seen)));
  if (!options.grading.text.quiet) {
    const report::TextStyle style = text_style(options.grading.text, text);
    const report::TraceFormatter words(seen, style);
    const std::unique_ptr<report::TraceNotes> of_kit = lab.kit ? lab.kit->notes(words) : nullptr;
    const report::TraceNotes none;
    say::print(text, "{}",
               report::trace_text(words, of_kit ? *of_kit : none, static_cast<int>(options.block)));
  }
  if (file.is_wanted()) {
    file.write(report::to_json(seen));
    file.announce("trace", text);
  }
  if (figure.is_wanted()) {
    figure.write(lab.kit->figure(seen, static_cast<int>(options.block)));
    figure.announce("figure", text);
  }
  page.write(seen, nullptr, text);
  return kGraded;
}

}  // namespace

Run trace(CommandOptions& command) {
  const auto options = std::make_shared<TraceOptions>();
  options->grading.local = true;
  command.positional("N", options->lab, "The lab: a number or a name");
  command.dir(options->folder);
  command.option("--case", options->case_name, "A small case, such as ties/two_keys", "NAME");
  options->by_hand.add_to(command);
  command.number("--block", options->block, "The block to show", "B");
  command.option("--json", options->json, "Where to write mergelab.trace/2; - is standard output", "PATH");
  command.option("--svg", options->svg, "Where to write a figure of the trace; - is standard output", "PATH");
  add_html(command, options->html);
  command.seed(options->grading.seed);
  add_text(command, options->grading.text, "Print no text");
  command.course(options->grading.course);
  return [options] { return trace(*options); };
}

}  // namespace mergelab::app
