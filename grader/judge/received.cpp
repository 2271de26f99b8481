#include "judge/received.hpp"

#include "finding/messages.hpp"
#include "judge/workers.hpp"
#include "simt/include/simt/refused_launch.hpp"

namespace mergelab::judge {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 53;  // exact in a double, and in JSON
constexpr int kMostTodo = 99;
constexpr std::int64_t kMostInBlock = 1024;       // CUDA's
constexpr std::int64_t kMostThreads = 1LL << 22;  // a case of so many outputs is large already

Statement out_of_memory(const Limits& limits) {
  return Statement(Sentence::out_of_memory, limits.memory_mib);
}

wire::RefusedLaunch checked(wire::RefusedLaunch refused) {
  const bool is_known = refused.why <= static_cast<std::uint32_t>(simt::Refusal::no_memory);
  refused.axis = std::min(refused.axis, 2U);
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
  uncovered.argument = std::min<std::uint32_t>(uncovered.argument, wire::kMostArguments - 1);
  if (uncovered.why > wire::Uncovered::Why::changed) uncovered.why = wire::Uncovered::Why::changed;
  return uncovered;
}

/// What a launch is told of that has a block for each output.
bool has_block_for_each(const Finding& found) {
  const auto& [blocks, threads, outputs, ended, unused] = found.numbers;
  return outputs > 0 && blocks >= outputs;
}

bool is_told(const Finding& found) {
  return found.message != finding::Message::none || found.rule != Finding().rule;
}

/// Of a broken rule, a fault or a failed launch.
Outcome end_by(const wire::Stopped& stopped, const StudentFiles& files) {
  using finding::Rule;
  const Finding first = checked(stopped.first, files);
  Outcome outcome{Verdict::crashed, first, symptom_of(first.rule)};
  if (is_told(stopped.last)) {
    outcome.why += Statement(first.rule == Rule::exited ? Sentence::colon : Sentence::this_ended_the_run);
    outcome.why += checked(stopped.last, files);
  }
  if (stopped.reason == wire::Stop::launch_error) outcome.symptom = "launch_error";
  if (stopped.reason == wire::Stop::fault &&
      (first.rule == Rule::read_outside || first.rule == Rule::outside || first.rule == Rule::input_changed ||
       first.rule == Rule::host_access))
    outcome.verdict = Verdict::checker_violation;
  if (stopped.reason != wire::Stop::violation) return outcome;
  outcome.verdict = Verdict::timed_out;
  switch (first.rule) {
    case Rule::step_limit:
      outcome.symptom = "endless";
      return outcome;
    case Rule::slow_launch:
      outcome.symptom = has_block_for_each(first) ? "wrong_grid" : "slow";
      return outcome;
    case Rule::too_slow:
      outcome.symptom = "slow";
      return outcome;
    case Rule::waits_for_block:
      return outcome;
    default:
      break;
  }
  outcome.verdict = Verdict::checker_violation;
  if (stopped.out_of_time != 0) outcome.clues.emplace_back(kOutOfTime);
  return outcome;
}

/// The first TODO that is open in the file, however far the run came.
Finding open_todo(Finding found, const StudentFiles& files) {
  using finding::Message;
  const std::string file = files.file(found.word.view());
  const auto reached = static_cast<int>(std::clamp<std::int64_t>(found.numbers[0], 0, kMostTodo));
  const int number = files.first_todo(file, reached);
  const bool has_code = files.has_code_in_todo(file, number);
  found = Finding(file.empty() ? Message::todo_of_unknown_file
                  : has_code   ? Message::todo_beside_code
                               : Message::todo,
                  has_code ? finding::Advice::delete_todo : finding::Advice::none);
  found.word = file;
  found.numbers[0] = number;
  return found;
}

/// Whatever came before.
Outcome end_of(const wire::Stopped& stopped, const Limits& limits, const StudentFiles& files) {
  switch (stopped.reason) {
    case wire::Stop::todo:
      return {Verdict::todo, open_todo(stopped.first, files), "todo"};
    case wire::Stop::violation:
    case wire::Stop::fault:
    case wire::Stop::launch_error: {
      Outcome outcome = end_by(stopped, files);
      // No rule of CUDA's: the checks need memory too.
      if (outcome.why.findings().front().rule == finding::Rule::no_memory)
        return {Verdict::resource_limit,
                out_of_memory(limits) + Statement(Sentence::colon) + std::move(outcome.why), "memory"};
      return outcome;
    }
    case wire::Stop::out_of_memory:
      return {Verdict::resource_limit, out_of_memory(limits), "memory"};
    case wire::Stop::load_failed:
      return {Verdict::crashed, Statement(Sentence::not_loaded), "exited"};
    case wire::Stop::misuse:
      break;
  }
  return {Verdict::crashed, Statement(Sentence::ended_itself), "exited"};
}

}  // namespace

wire::Done checked(wire::Done message) {
  const bool is_time = std::isfinite(message.event_s) && message.event_s >= 0;
  if (!is_time || message.event_s > kLongestCallS) message.event_s = -1;
  return message;
}

wire::Fetched checked(wire::Fetched message) {
  message.launches = checked(message.launches);
  wire::Traffic& traffic = message.traffic;
  for (std::uint64_t* count : {&traffic.threads,
                               &traffic.load_bytes,
                               &traffic.narrow_load_bytes,
                               &traffic.store_bytes,
                               &traffic.lane_load_bytes,
                               &traffic.load_sectors,
                               &traffic.store_sectors,
                               &traffic.wavefronts,
                               &traffic.ideal_wavefronts,
                               &traffic.barriers,
                               &traffic.span,
                               &traffic.other_bytes,
                               &traffic.probes,
                               &traffic.local_bytes,
                               &traffic.stack_bytes,
                               &traffic.shared_wavefronts,
                               &traffic.ideal_shared_wavefronts,
                               &traffic.atomics,
                               &traffic.executed_warps,
                               &traffic.executed_lanes}) {
    *count = std::min(*count, kMostCounted);
  }
  for (wire::ArrayTraffic& array : message.array_traffic) {
    for (std::uint64_t* count : {&array.load_bytes, &array.lane_load_bytes, &array.store_bytes,
                                 &array.load_sectors, &array.store_sectors, &array.atomics})
      *count = std::min(*count, kMostCounted);
  }
  message.uncovered = checked(message.uncovered);
  return message;
}

wire::Stopped checked(wire::Stopped message) {
  if (message.reason > wire::Stop::misuse) message.reason = wire::Stop::misuse;
  message.launches = checked(message.launches);
  return message;
}

std::optional<Launch> launch_of(const wire::Launches& launches, std::int64_t outputs) {
  if (checked(launches).count == 0) return std::nullopt;
  const std::int64_t block = volume(launches.block), grid = volume(launches.grid);
  const std::int64_t threads = std::min(grid, kMostThreads / block) * block;
  return Launch{block, threads, (outputs + threads - 1) / threads};
}

Violation violation_of(const wire::Violation& message, const StudentFiles& files) {
  const Finding found = checked(message.finding, files);
  return {symptom_of(found.rule), found};
}

std::optional<LineProfile> profile_of(const wire::Line& message, const StudentFiles& files) {
  const std::string file = files.file(message.site.file.view());
  const int number = message.site.line;
  if (file.empty() || number < 0) return std::nullopt;
  const auto count = [](std::uint64_t counted) { return std::min(counted, kMostCounted); };
  return LineProfile{file,
                     number,
                     files.text(file, number),
                     count(message.requests),
                     count(message.sectors),
                     count(message.ideal_sectors),
                     count(message.wavefronts),
                     count(message.ideal_wavefronts),
                     count(message.executions),
                     count(message.lanes)};
}

std::optional<Violation> violation_of(const wire::RefusedLaunch& message, const StudentFiles& files) {
  const wire::RefusedLaunch refused = checked(message);
  const auto why = static_cast<simt::Refusal>(refused.why);
  if (why == simt::Refusal::none) return std::nullopt;
  Finding found(finding::Message::launch_refused);
  if (why == simt::Refusal::static_shared) found.rule = finding::Rule::static_shared;
  found.access.at = refused.line;
  found.numbers = {refused.why, std::min(refused.axis, 2U), refused.asked, refused.most};
  found = checked(found, files);
  return Violation{symptom_of(found.rule), found};
}

void tell_refused_first(const wire::RefusedLaunch& refused, const StudentFiles& files, Outcome& outcome) {
  if (outcome.passed() || outcome.verdict == Verdict::todo || outcome.problem != refused.problem) return;
  const std::optional<Violation> told = violation_of(refused, files);
  if (!told) return;
  outcome.why = told->why + Statement(Sentence::after_that) + std::move(outcome.why);
  outcome.symptom = told->rule;
}

Outcome outcome_of(const wire::Stopped& stopped, const Limits& limits, const StudentFiles& files) {
  Outcome outcome = end_of(stopped, limits, files);
  wire::RefusedLaunch refused = stopped.launches.refused;
  refused.problem = outcome.problem = stopped.problem;
  // A reported violation may have come before it.
  if (stopped.reason != wire::Stop::violation || refused.first != 0)
    tell_refused_first(refused, files, outcome);
  return outcome;
}

Outcome outcome_of(const sandbox::Exit& exit, const Limits& limits, double cpu_limit_s, double wall_limit_s) {
  switch (exit.end) {
    case sandbox::End::cpu_limit:
      return {Verdict::timed_out, Statement(Sentence::still_running, cpu_limit_s), "endless"};
    case sandbox::End::wall_limit:
      return {Verdict::timed_out, Statement(Sentence::no_answer, wall_limit_s), "endless"};
    case sandbox::End::output_limit:
      return {Verdict::resource_limit, Statement(Sentence::printed_too_much, limits.output_kib), "output"};
    case sandbox::End::memory_limit:
      return {Verdict::resource_limit, out_of_memory(limits), "memory"};
    case sandbox::End::signalled:
      return {Verdict::crashed, Statement(Sentence::ended_by_signal, sandbox::describe_signal(exit.signal)),
              "fault"};
    case sandbox::End::exited:
      return {Verdict::crashed, Statement(Sentence::ended_itself_with, exit.code), "exited"};
  }
  return {};
}

bool announces_few(const wire::Fetched& fetched) {
  return fetched.violation_count <= wire::kMostViolations && fetched.line_count <= wire::kMostLines;
}

std::int64_t volume(const std::array<std::uint32_t, 3>& extents) {
  std::int64_t product = 1;
  if (std::ranges::find(extents, 0U) != extents.end()) return 0;
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
