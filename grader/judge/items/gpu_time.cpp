// Time on a GPU, by the judge's own clock, in turns with yardsticks.
#include <fmt/format.h>

#include <functional>

#include "judge/check.hpp"
#include "judge/device_figures.hpp"
#include "judge/fresh_inputs.hpp"
#include "judge/items/items.hpp"
#include "judge/problems.hpp"
#include "wire/digest.hpp"

namespace mergelab::judge {
namespace {

constexpr int kRounds = 11;
constexpr int kYardstickCalls = 3;  // a round: they cost little, having no fresh inputs
constexpr int kAttempts = 3;        // at a quiet moment of the machine

Outcome invalid(std::string message, std::string symptom) {
  return {Verdict::invalid_measurement, std::move(message), std::move(symptom), {}};
}

/// One timed call, its output checked; what went wrong otherwise is in `why`. `meanwhile` runs when the clock
/// has stopped.
std::optional<Answer> timed_call(LabContext& context, const PlannedTest& test, const FreshInput& input,
                                 Outcome& why, std::function<void()> meanwhile) {
  std::optional<Answer> answer = context.workers.ask(
      test, {.image = input.image, .timed = wire::Timed::yes, .after_call = std::move(meanwhile)}, why);
  if (!answer) return std::nullopt;
  why = check_merge_of_ints(input.set.arrays.front(), answer->returned);
  if (!why.passed()) return std::nullopt;
  if (answer->done.digest != wire::digest(answer->returned.data(), answer->returned.size(), answer->nonce)) {
    why = invalid("the output was not complete when the call had returned: all work has to be done by then",
                  "unfinished");
  } else if (answer->fetched.launches.elsewhere > 0) {
    why = invalid("a kernel was launched on a stream of its own; the lab asks for the default stream",
                  "stream");
  }
  if (!why.passed()) return std::nullopt;
  return answer;
}

/// The shape in which a call took the least time.
std::optional<Shape> best_shape(LabContext& context, const PlannedTest& test, FreshInputs& inputs,
                                Outcome& why) {
  const std::vector<Shape>& shapes = context.job.lab.timed_shapes;
  if (shapes.empty()) return Shape{context.job.lab.section, context.job.lab.tile};
  std::optional<Shape> best;
  double best_s = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto prepare_next = [&] {
      if (i + 1 < shapes.size()) inputs.prepare(shapes[i + 1]);
    };
    const std::optional<Answer> answer = timed_call(context, test, inputs.take(shapes[i]), why, prepare_next);
    if (!answer) return std::nullopt;
    // The quieter clock, though the worker tells it: who makes it lie only picks a worse shape.
    if (best && !(answer->done.event_s < best_s)) continue;
    best_s = answer->done.event_s;
    best = shapes[i];
  }
  return best;
}

}  // namespace

Outcome judge_gpu_time(LabContext& context, const PlannedTest& test) {
  if (context.device_yardsticks == nullptr)
    context.device_yardsticks = std::make_unique<DeviceYardsticks>(context.job);
  // Every call has new inputs; the worker sees them only when it has answered the last call.
  std::uint64_t seed = seed_of(context, test);
  FreshInputs inputs([&](const Shape& shape) {
    ProblemSet set = problems(context, test, ++seed);
    set.section = static_cast<int>(shape.section);
    set.tile = static_cast<int>(shape.tile);
    Image image(set, test.item->value, wire::Memory::device, 0, true);
    return FreshInput{std::move(set), std::move(image)};
  });
  Outcome why;
  const std::optional<Shape> shape = best_shape(context, test, inputs, why);
  if (!shape) return why;
  // The yardsticks are our own: one input serves for all of their calls.
  const FreshInput staged = inputs.take(*shape);
  context.device_yardsticks->stage(staged.image);
  std::string noise;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    DeviceSamples samples;
    samples.outputs =
        static_cast<double>(staged.set.arrays.front().a.size() + staged.set.arrays.front().b.size());
    for (int round = 0; round <= kRounds; ++round) {
      const FreshInput input = inputs.take(*shape);
      for (int call = 0; call < kYardstickCalls; ++call) {
        const Answer empty = context.device_yardsticks->call("empty", staged.image);
        const Answer copy = context.device_yardsticks->call("copy", staged.image);
        const Answer cub = context.device_yardsticks->call("cub", staged.image);
        if (round == 0) continue;
        samples.empty_s.push_back(empty.call_s);
        samples.copy.add(copy.call_s, copy.done.event_s);
        samples.cub.add(cub.call_s, cub.done.event_s);
      }
      const auto prepare_next = [&] {
        if (round < kRounds) inputs.prepare(*shape);
      };
      const std::optional<Answer> answer = timed_call(context, test, input, why, prepare_next);
      if (!answer) return why;
      if (round == 0) continue;  // warms up
      samples.submission.add(answer->call_s, answer->done.event_s);
    }
    const DeviceFigures figures(samples);
    noise = figures.noise();
    if (!noise.empty()) continue;
    Outcome outcome = figures.judged(*test.item, test.item->reference.at(test.spec->name));
    if (!context.job.lab.timed_shapes.empty()) {
      outcome.metrics["section"] = static_cast<double>(shape->section);
      outcome.metrics["tile"] = static_cast<double>(shape->tile);
    }
    return outcome;
  }
  return {
      Verdict::grader_error,
      fmt::format("the machine is too noisy to time anything on its GPU: {}; does another program use it?",
                  noise),
      "",
      {}};
}

}  // namespace mergelab::judge
