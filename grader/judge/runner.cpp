#include "judge/runner.hpp"

#include <fmt/ranges.h>

#include "base/lines.hpp"
#include "judge/items/items.hpp"

namespace mergelab::judge {
namespace {

constexpr std::int64_t kProbed = 8;  // times the outputs that tell something

/// What is none would be lost on the way to the report.
bool is_finite(const Outcome& outcome) {
  const auto finite = [](double value) { return std::isfinite(value); };
  return std::ranges::all_of(outcome.metrics, [&](const auto& metric) { return finite(metric.second); }) &&
         std::ranges::all_of(outcome.samples, [&](const auto& samples) {
           return std::ranges::all_of(samples.second, finite);
         });
}

/// The part of a case's output that a student sees, and how much was left out. The verdict reports a failed
/// assertion.
std::string first_lines(const std::string& text, std::size_t limit) {
  constexpr std::size_t kMostLines = 30, kMostBytes = 8192;
  std::string shown;
  std::size_t lines = 0, more = 0;
  for (const std::string& line : base::lines_of(text)) {
    if (line.find(": block: [") != std::string::npos && line.find("Assertion `") != std::string::npos)
      continue;
    if (++lines <= kMostLines && shown.size() + line.size() < kMostBytes)
      shown += line + '\n';
    else
      ++more;
  }
  if (text.size() >= limit)
    return shown + fmt::format("... and more; a grading ends a run that prints over {} KiB\n", limit >> 10);
  return more == 0 ? shown : shown + fmt::format("... and {} more lines\n", more);
}

/// Whether the time ran out, even after what is reported first.
bool ran_out_of_time(const Outcome& outcome) {
  return outcome.verdict == Verdict::timed_out ||
         std::ranges::find(outcome.clues, kOutOfTime) != outcome.clues.end();
}

constexpr std::size_t kMostTimedOut = 2;  // of a student who waits

}  // namespace

Runner::Runner(const Job& job, const StartSession& start) : context_(job, start) { try_reference(context_); }

Outcome Runner::run(const PlannedTest& test) {
  Outcome outcome = tried(test);
  if (!is_judged(test)) leave_unjudged(outcome);
  write_messages(outcome, context_.workers.files());
  return outcome;
}

void Runner::leave_unjudged(Outcome& outcome) const {
  outcome.verdict = Verdict::not_run;
  outcome.symptom.clear();
  Explanation why = Statement(Sentence::no_reference_figure, context_.job.gpu);
  if (!outcome.why.empty()) why += Statement(Sentence::here) + std::move(outcome.why);
  outcome.why = std::move(why);
}

bool Runner::is_judged(const PlannedTest& test) const {
  if (!context_.job.lab.kit) return !test.item->is_timed() || !context_.job.reference.empty();
  return !test.item->is_timed_on_device() || context_.device_reference.shape_of(*test.spec) ||
         test.item->reference_on(context_.job.gpu, test.spec->name);
}

Outcome Runner::tried(const PlannedTest& test) try {
  const BuildKind kind = build_of(*test.item, context_.job.backend);
  if (!context_.job.objects.contains(kind)) {
    return {Verdict::grader_error, Statement(Sentence::no_build, to_string(kind)), ""};
  }
  if (std::optional<Outcome> lost = context_.workers.lost(*test.item)) return *lost;
  const bool local = context_.job.local;
  if (local && timed_out_.size() >= kMostTimedOut) {
    Outcome untried{
        Verdict::timed_out,
        Statement(Sentence::others_ran_out_of_time, fmt::format("{}", fmt::join(timed_out_, " and "))),
        "endless"};
    untried.untried = true;
    untried.untried_for = timed_out_;
    return untried;
  }
  static_cast<void>(context_.workers.take_violations());
  context_.oracle.begin_test(test.name());
  Outcome outcome = run_item(test);
  if (!is_finite(outcome))
    outcome = {Verdict::invalid_measurement, Statement(Sentence::not_finite), "implausible"};
  outcome.violations = context_.workers.take_violations();
  const std::string printed = context_.workers.take_printed();
  if (local && !test.family->hidden)
    outcome.printed =
        first_lines(printed, static_cast<std::size_t>(context_.job.lab.limits.output_kib) << 10);
  if (ran_out_of_time(outcome)) timed_out_.push_back(test.name());
  const Lab& lab = context_.job.lab;
  const auto add = [&](std::vector<std::string> clues) {
    for (std::string& clue : clues) outcome.clues.push_back(std::move(clue));
  };
  add(clues_of_violations(outcome.violations, context_.workers.files()));
  if (lab.kit && !outcome.violations.empty()) {
    for (const Finding& found : outcome.violations.front().why.findings())
      add(lab.kit->clues_of_finding(
          lab, *test.spec, context_.launch, found,
          context_.workers.files().text(found.access.at.file.view(), found.access.at.line)));
  }
  context_.workers.end_test(test);
  return outcome;
} catch (const OracleError& error) {
  return {Verdict::grader_error, error.why, ""};
} catch (const std::exception& error) {
  return {Verdict::grader_error, Statement(Sentence::grader_failed, error.what()), ""};
}

Outcome Runner::run_item(const PlannedTest& test) {
  if (test.spec->needs_launch && !context_.launch) {
    Outcome probed = probe();
    if (!probed.passed()) return probed;
  }
  const Item& item = *test.item;
  const Kit* const kit = context_.job.lab.kit;
  if (context_.job.trace) {
    if (test.family->hidden) return {Verdict::grader_error, Statement(Sentence::hidden_not_traced), ""};
    return judge_trace(context_, test);
  }
  if (item.checker == CheckerRule::accesses) return judge_rules(context_, test);
  if (item.kind != ItemKind::performance) return judge_correctness(context_, test);
  if (item.is_timed_on_device() && kit) return judge_gpu_time(context_, test);
  if (kit) return kit->judge_performance(context_, test);
  return item.is_timed() ? judge_time_beside_reference(context_, test) : judge_counters(context_, test);
}

std::optional<wire::Launches> Runner::launches_for(std::int64_t total, const Item& item, Outcome& why) {
  static const Family kProbe{
      .name = "probe", .about = "", .hidden = false, .backends = {}, .seed = 1, .cases = {}};
  const CaseSpec spec = context_.job.lab.kit->ordinary_case(total);
  const PlannedTest test{&item, &kProbe, &spec};
  const ProblemSet set = problems(context_, test, 1);
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  Attempt tried = attempt(context_, test, {.image = image}, [](const Answer&) { return Outcome(); });
  why = std::move(tried.outcome);
  if (!tried.answer) return std::nullopt;
  return tried.answer->fetched.launches;
}

Outcome Runner::probe() {
  const auto& objects = context_.job.objects;
  const bool on_cpu = context_.job.backend == Backend::cpu;
  Item item;
  // Only the checks see a race that spoils the launch.
  item.checks = on_cpu && objects.contains(BuildKind(ValueType::int32, true));
  if (!objects.contains(build_of(item, context_.job.backend)))
    return {Verdict::build_failed, Statement(Sentence::no_int_build), ""};
  const std::int64_t outputs = kProbed * context_.job.lab.kit->telling_outputs(context_.job.lab);
  Outcome why;
  const std::optional<wire::Launches> seen = launches_for(outputs, item, why);
  context_.workers.end_item();  // it is gone with this function
  if (!seen) return why;
  context_.launch = launch_of(*seen, outputs);
  if (!context_.launch) {
    why = {Verdict::wrong_answer, Statement(Sentence::no_launch), "no_launch"};
    tell_refused_first(seen->refused, context_.workers.files(), why);
    return why;
  }
  Item unchecked;  // the cases report a rule broken for fewer outputs
  unchecked.checks = false;
  if (context_.job.lab.kit->prescribes_launch(context_.job.lab) ||
      !objects.contains(build_of(unchecked, context_.job.backend)))
    return {};
  const std::int64_t of_block = outputs_of_block(volume(seen->grid), outputs, [&](std::int64_t total) {
    if (const std::optional<wire::Launches> few = launches_for(total, unchecked, why))
      return volume(few->grid);
    // A kernel that ended the worker was launched. One that ran for too long is not waited for again.
    const wire::Launches last = context_.workers.last_launches();
    context_.workers.end_item();
    return why.verdict == Verdict::timed_out ? 0 : volume(last.grid);
  });
  context_.workers.end_item();
  context_.launch->share = (of_block + context_.launch->block - 1) / context_.launch->block;
  return {};
}

}  // namespace mergelab::judge
