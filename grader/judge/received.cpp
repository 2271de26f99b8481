#include "judge/received.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

#include "judge/worker_command.hpp"
#include "model/terms.hpp"
#include "simt/include/simt/refused_launch.hpp"

namespace mergelab::judge {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 53;  // exact in a double, and in JSON
constexpr int kMostTodo = 99;
constexpr std::int64_t kMostInBlock = 1024;       // CUDA's
constexpr std::int64_t kMostThreads = 1LL << 22;  // a case of so many outputs is large already

constexpr std::string_view kStepLimit = "step_limit", kTooSlow = "too_slow", kSlowLaunch = "slow_launch",
                           kNoMemory = "no_memory", kWaitsForBlock = "waits_for_block";

std::string out_of_memory(const Limits& limits) {
  return fmt::format("memory ran out (the limit is {} MiB)", limits.memory_mib);
}

/// A text that a worker sent, ended within its array.
template <std::size_t N>
std::string_view text_in(const std::array<char, N>& text) {
  return {text.data(), ::strnlen(text.data(), N)};
}

/// A rule's name as symptoms are spelt: "divergent-barrier" is divergent_barrier. A name that no rule has,
/// which a worker could fill with what it saw of a hidden case, is dropped.
std::string symptom_of(const std::array<char, 64>& rule) {
  std::string symptom(text_in(rule));
  std::replace(symptom.begin(), symptom.end(), '-', '_');
  const bool is_known = symptom.empty() || symptom == kStepLimit || symptom == kTooSlow ||
                        symptom == kSlowLaunch || symptom == kNoMemory ||
                        std::any_of(symptoms().begin(), symptoms().end(),
                                    [&](const Term& term) { return term.name == symptom; });
  return is_known ? symptom : "fault";
}

/// "merge.cuh:12 `...`", with the text that the student's file has there.
std::string line_in(std::string_view named, int number, const Wording& wording) {
  const std::string file = wording.file(named), text = wording.text(file, number);
  return text.empty() ? "" : fmt::format("{}:{} `{}`", file, number, text);
}

}  // namespace

wire::Done checked(wire::Done message) {
  const bool is_time = std::isfinite(message.event_s) && message.event_s >= 0;
  if (!is_time || message.event_s > kLongestCallS) message.event_s = -1;
  return message;
}

std::string line_of(const wire::Located& message, const Wording& wording) {
  const std::string_view text = text_in(message.line);
  const std::size_t colon = std::min(text.find(':'), text.size());
  int number = 0;
  const char* const begin = text.data() + std::min(colon + 1, text.size());
  std::from_chars(begin, text.data() + text.size(), number);
  return line_in(text.substr(0, colon), number, wording);
}

namespace {

wire::RefusedLaunch checked(wire::RefusedLaunch refused) {
  const bool is_known = refused.why <= static_cast<std::uint32_t>(simt::Refusal::no_memory);
  return is_known ? refused : wire::RefusedLaunch();
}

/// A call that CUDA refuses is not a launch.
wire::Launches checked(wire::Launches launches) {
  const std::int64_t block = volume(launches.block);
  if (block <= 0 || block > kMostInBlock || volume(launches.grid) <= 0) launches.count = 0;
  launches.refused = checked(launches.refused);
  return launches;
}

wire::Uncovered checked(wire::Uncovered uncovered) {
  uncovered.count = std::min(uncovered.count, kMostCounted);
  uncovered.first = std::min(uncovered.first, kMostCounted);
  if (uncovered.array > wire::Uncovered::Array::c) uncovered.array = wire::Uncovered::Array::c;
  if (uncovered.why > wire::Uncovered::Why::changed) uncovered.why = wire::Uncovered::Why::changed;
  return uncovered;
}

}  // namespace

wire::Fetched checked(wire::Fetched message) {
  message.launches = checked(message.launches);
  wire::Traffic& traffic = message.traffic;
  for (std::uint64_t* count :
       {&traffic.threads, &traffic.load_bytes, &traffic.narrow_load_bytes, &traffic.store_bytes,
        &traffic.lane_load_bytes, &traffic.load_sectors, &traffic.store_sectors, &traffic.wavefronts,
        &traffic.ideal_wavefronts, &traffic.barriers, &traffic.span, &traffic.probes, &traffic.local_bytes,
        &traffic.stack_bytes}) {
    *count = std::min(*count, kMostCounted);
  }
  message.uncovered = checked(message.uncovered);
  return message;
}

wire::Stopped checked(wire::Stopped message) {
  if (message.reason > wire::Stop::misuse) message.reason = wire::Stop::misuse;
  message.number = std::clamp(message.number, 0, kMostTodo);
  message.launches = checked(message.launches);
  return message;
}

std::optional<Launch> launch_of(const wire::Launches& launches, std::int64_t outputs) {
  if (checked(launches).count == 0) return std::nullopt;
  const std::int64_t block = volume(launches.block), grid = volume(launches.grid);
  const std::int64_t threads = std::min(grid, kMostThreads / block) * block;
  return Launch{block, threads, (outputs + threads - 1) / threads};
}

Violation violation_of(const wire::Violation& message, const Wording& wording) {
  Violation violation{symptom_of(message.rule), "", ""};
  violation.text = wording.reworded(text_in(message.text), violation.rule);
  violation.hint = wording.reworded(text_in(message.hint), "");
  violation.kernel_before = message.kernel_before != 0;
  return violation;
}

std::optional<LineProfile> profile_of(const wire::Line& message, const Wording& wording) {
  const std::string file = wording.file(text_in(message.file));
  if (file.empty() || message.number < 0) return std::nullopt;
  const auto count = [](std::uint64_t counted) { return std::min(counted, kMostCounted); };
  return LineProfile{file,
                     message.number,
                     wording.text(file, message.number),
                     count(message.requests),
                     count(message.sectors),
                     count(message.ideal_sectors),
                     count(message.wavefronts),
                     count(message.ideal_wavefronts),
                     count(message.executions),
                     count(message.lanes)};
}

std::optional<Violation> violation_of(const wire::RefusedLaunch& message, const Wording& wording) {
  const wire::RefusedLaunch refused = checked(message);
  const auto why = static_cast<simt::Refusal>(refused.why);
  if (why == simt::Refusal::none) return std::nullopt;
  const std::string line = line_in(text_in(refused.file), refused.line, wording);
  return Violation{why == simt::Refusal::static_shared ? "static_shared" : "launch_error",
                   fmt::format("a launch was refused: {}, at {}",
                               simt::in_words({why, refused.axis, refused.asked, refused.most}),
                               line.empty() ? "an unknown line" : line),
                   ""};
}

std::string after_refused(const Violation& refused, const std::string& text) {
  return refused.text + "\nafter that, " + text;
}

void tell_refused_first(const wire::RefusedLaunch& refused, const Wording& wording, Outcome& outcome) {
  if (outcome.passed() || outcome.verdict == Verdict::todo || outcome.problem != refused.problem) return;
  const std::optional<Violation> told = violation_of(refused, wording);
  if (!told) return;
  outcome.message = after_refused(*told, outcome.message);
  outcome.symptom = told->rule;
}

namespace {

bool has_block_for_each(const wire::LaunchProgress& progress) {
  return progress.outputs > 0 && progress.blocks >= progress.outputs;
}

/// Whatever came before.
Outcome end_of(const wire::Stopped& stopped, const Limits& limits, const Wording& wording) {
  std::string rule = symptom_of(stopped.rule);
  std::string text = wording.reworded(text_in(stopped.text), rule);
  switch (stopped.reason) {
    case wire::Stop::todo: {
      const std::string file = wording.file(text_in(stopped.text));
      const int number = wording.first_todo(file, stopped.number);
      std::string message = file.empty() ? fmt::format("TODO {} is not done", number)
                                         : fmt::format("TODO {} in {} is not done", number, file);
      if (wording.has_code_in_todo(file, number))
        message += fmt::format(
            ": LAB_TODO({0}) still stands beside your code\ndelete it once that code does what TODO {0} asks "
            "for",
            number);
      return {Verdict::todo, std::move(message), "todo", {}};
    }
    case wire::Stop::violation: {
      if (rule == kStepLimit) return {Verdict::timed_out, std::move(text), "endless", {}};
      if (rule == kSlowLaunch)
        return {Verdict::timed_out,
                std::move(text),
                has_block_for_each(stopped.progress) ? "wrong_grid" : "slow",
                {}};
      if (rule == kTooSlow) return {Verdict::timed_out, std::move(text), "slow", {}};
      if (rule == kWaitsForBlock) return {Verdict::timed_out, std::move(text), std::move(rule), {}};
      // No rule of CUDA's: the checks need memory too.
      if (rule == kNoMemory)
        return {Verdict::resource_limit, fmt::format("{}: {}", out_of_memory(limits), text), "memory", {}};
      Outcome broken{Verdict::checker_violation, std::move(text), std::move(rule), {}};
      if (stopped.out_of_time != 0) broken.signs.emplace_back(kOutOfTime);
      return broken;
    }
    case wire::Stop::fault: {
      const bool named =
          rule == "read_outside" || rule == "outside" || rule == "input_changed" || rule == "host_access";
      return {named ? Verdict::checker_violation : Verdict::crashed, std::move(text), std::move(rule), {}};
    }
    case wire::Stop::out_of_memory:
      return {Verdict::resource_limit, out_of_memory(limits), "memory", {}};
    case wire::Stop::launch_error:
      return {Verdict::crashed, std::move(text), "launch_error", {}};
    case wire::Stop::load_failed:
      return {Verdict::crashed,
              "the lab's object can't be loaded, or a call of the grader's own failed",
              "exited",
              {}};
    case wire::Stop::misuse:
      break;
  }
  return {Verdict::crashed, "the program ended itself", "exited", {}};
}

}  // namespace

Outcome outcome_of(const wire::Stopped& stopped, const Limits& limits, const Wording& wording) {
  Outcome outcome = end_of(stopped, limits, wording);
  wire::RefusedLaunch refused = stopped.launches.refused;
  refused.problem = outcome.problem = stopped.problem;
  // A reported violation may have come before it.
  if (stopped.reason != wire::Stop::violation || refused.first != 0)
    tell_refused_first(refused, wording, outcome);
  return outcome;
}

Outcome outcome_of(const sandbox::Exit& exit, const Limits& limits, double cpu_limit_s) {
  switch (exit.end) {
    case sandbox::End::cpu_limit:
      return {Verdict::timed_out,
              fmt::format("still running after {:.3g} s of CPU time: an endless loop, or far too slow",
                          cpu_limit_s),
              "endless",
              {}};
    case sandbox::End::wall_limit:
      return {Verdict::timed_out,
              fmt::format("no answer after {:.3g} s", wall_limit(cpu_limit_s)),
              "endless",
              {}};
    case sandbox::End::output_limit:
      return {
          Verdict::resource_limit, fmt::format("printed more than {} KiB", limits.output_kib), "output", {}};
    case sandbox::End::memory_limit:
      return {Verdict::resource_limit,
              fmt::format("memory ran out (the limit is {} MiB)", limits.memory_mib),
              "memory",
              {}};
    case sandbox::End::signalled:
      return {Verdict::crashed, "ended by " + sandbox::describe_signal(exit.signal), "fault", {}};
    case sandbox::End::exited:
      return {Verdict::crashed,
              fmt::format("the program ended itself with exit({}) before it returned a result", exit.code),
              "exited",
              {}};
  }
  return {};
}

bool announces_few(const wire::Fetched& fetched) {
  return fetched.violation_count <= wire::kMostViolations && fetched.line_count <= wire::kMostLines;
}

std::int64_t volume(const std::array<std::uint32_t, 3>& extents) {
  std::int64_t product = 1;
  if (std::find(extents.begin(), extents.end(), 0U) != extents.end()) return 0;
  for (const std::uint32_t extent : extents) {
    if (__builtin_mul_overflow(product, std::int64_t{extent}, &product)) return kLargest;
  }
  return product;
}

std::int64_t shared_bytes(const wire::Launches& launches) {
  std::int64_t sum = 0;
  const bool over = __builtin_add_overflow(launches.dynamic_shared_bytes, launches.static_shared_bytes, &sum);
  return over ? kLargest : sum;
}

}  // namespace mergelab::judge
