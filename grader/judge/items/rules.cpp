// The item `rules`: no violation of CUDA's rules.
#include "base/read_file.hpp"
#include "judge/items/items.hpp"
#include "judge/sanitizer/log.hpp"

namespace mergelab::judge {
namespace {

constexpr double kCaseCpuS = 30;  // the tools run kernels many times as long
constexpr std::size_t kLogBytes = 1 << 20;
constexpr const char* kTools[] = {"memcheck", "racecheck", "initcheck", "synccheck"};

struct ToolRun {
  std::optional<Answer> answer;
  std::optional<Outcome> broken;  // why there is none
  SanitizerLog log;
};

/// One call of an object under a tool, which writes next to the submission's build.
ToolRun run_tool(const char* tool, const LabContext& context, WorkerSetup setup,
                 const std::filesystem::path& object, const Image& image) {
  setup.written = setup.object.parent_path() / "sanitizer";  // the build stays as it was checked
  setup.object = object;
  const std::filesystem::path log_file = setup.written / fmt::format("{}.log", tool);
  std::error_code ignored;
  std::filesystem::create_directory(setup.written, ignored);
  std::filesystem::remove(log_file, ignored);
  setup.wrapper = {context.job.sanitizer.string(),
                   "--tool",
                   tool,
                   "--log-file",
                   log_file.string(),
                   "--print-limit",
                   "20",
                   "--show-backtrace",
                   "device",
                   "--leak-check",
                   "no"};
  setup.environment["MERGELAB_SANITIZER"] = "1";
  if (std::string_view(tool) != "memcheck") setup.wrapper.resize(setup.wrapper.size() - 2);
  Session session(setup);
  ToolRun run;
  run.answer = session.ask({.image = image}, kCaseCpuS);
  session.close();
  run.broken = session.broken();
  run.log = read_sanitizer_log(base::read_file(log_file, kLogBytes).value_or(""),
                               std::span(&context.job.lab.file, 1));
  return run;
}

/// One case under each of the tools.
Outcome check_with_sanitizer(LabContext& context, const PlannedTest& test) {
  const ProblemSet set = problems(context, test, seed_of(context, test));
  const Image image(set, test.item->value, wire::Memory::device, 0);
  Outcome wrong;
  for (const char* tool : kTools) {
    const WorkerSetup setup = context.workers.setup(*test.item);
    const auto [answer, broken, log] = run_tool(tool, context, setup, setup.object, image);
    if (log.failure) {
      // A program can bring a tool down, and its log is a file that the program may write.
      const ToolRun ours =
          run_tool(tool, context, setup, context.job.yardsticks / "yardstick_copy.so", image);
      const bool works = ours.answer && ours.log.complete && !ours.log.failure;
      return {works ? Verdict::crashed : Verdict::grader_error,
              Statement(Sentence::sanitizer_failed, ours.log.failure.value_or(*log.failure)), ""};
    }
    if (!log.violations.empty()) {
      const Violation& first = log.violations.front();
      return {Verdict::checker_violation, first.why, first.rule};
    }
    if (!answer) return *broken;
    if (!log.complete) {
      return {Verdict::crashed, Statement(Sentence::tool_ended_early, tool), "exited"};
    }
    // The tools' reports come first: they explain a wrong output.
    if (wrong.passed()) wrong = check_outputs(context, test, set, image, *answer, false);
  }
  return wrong;
}

}  // namespace

Outcome judge_rules(LabContext& context, const PlannedTest& test) {
  Outcome outcome;
  if (context.job.backend == Backend::gpu) {
    outcome = check_with_sanitizer(context, test);
  } else if (context.job.lab.on_host()) {
    outcome = judge_correctness(context, test);
  } else {
    // A second net under the race checker: no order of blocks and threads may change the result.
    outcome = check_runs(context, test, {{context.job.order}, {RunOrder::reverse}, {RunOrder::random}});
  }
  // A wrong output costs the item that it belongs to. Code that never works has shown nothing here.
  if (outcome.verdict == Verdict::wrong_answer && context.works) return {};
  return outcome;
}

}  // namespace mergelab::judge
