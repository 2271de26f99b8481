#include "judge/sanitizer/run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/read_file.hpp"
#include "judge/check.hpp"
#include "judge/problems.hpp"
#include "judge/sanitizer/log.hpp"

namespace mergelab::judge {
namespace {

constexpr double kCaseCpuS = 30;  // the tools run kernels many times as long
constexpr std::size_t kLogBytes = 1 << 20;
constexpr const char* kTools[] = {"memcheck", "racecheck", "initcheck", "synccheck"};

}  // namespace

Outcome check_with_sanitizer(const LabContext& context, const PlannedTest& test) {
  const ProblemSet set = problems(context, test, seed_of(context, test));
  const Image image(set, test.item->value, wire::Memory::device, 0);
  Outcome wrong;
  for (const char* tool : kTools) {
    WorkerSetup setup = context.workers.setup(*test.item);
    setup.written = setup.object.parent_path() / "sanitizer";  // the build stays as it was held to the rules
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
    if (std::string_view(tool) != "memcheck") setup.wrapper.resize(setup.wrapper.size() - 2);
    Session session(setup);
    const std::optional<Answer> answer = session.ask({.image = image}, kCaseCpuS);
    session.close();
    const SanitizerLog log = read_sanitizer_log(base::read_file(log_file, kLogBytes).value_or(""),
                                                std::span(&context.job.lab.file, 1));
    if (log.failure)
      return {Verdict::grader_error, fmt::format("compute-sanitizer failed: {}", *log.failure), "", {}};
    if (!log.violations.empty()) {
      const Violation& first = log.violations.front();
      return {Verdict::checker_violation, in_words(first), first.rule, {}};
    }
    if (!answer) return *session.broken();
    if (!log.complete) {
      return {Verdict::crashed,
              fmt::format("{} did not come to its end: something ended the program early", tool),
              "exited",
              {}};
    }
    // What the tools say is told first: it explains a wrong output.
    if (wrong.passed()) wrong = check_all(set, image, answer->returned, {});
  }
  return wrong;
}

}  // namespace mergelab::judge
