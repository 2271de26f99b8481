// Time on a GPU, by the judge's own clock, in turns with yardsticks.
#include <fmt/format.h>

#include <limits>

#include "judge/check.hpp"
#include "judge/device_figures.hpp"
#include "judge/grading.hpp"
#include "wire/digest.hpp"

namespace mergelab::judge {
namespace {

constexpr int kRounds = 11;
constexpr int kYardstickCalls = 3;  // a round: they cost little, having no fresh inputs
constexpr int kScoutCalls = 1;      // a shape, to find the best one
constexpr int kAttempts = 3;        // at a quiet moment of the machine

Outcome invalid(std::string message, std::string symptom) {
  return {Verdict::invalid_measurement, std::move(message), std::move(symptom), {}};
}

}  // namespace

std::optional<Answer> Grading::timed_call(const PlannedTest& test, const ProblemSet& set, const Image& image,
                                          Outcome& why) {
  std::optional<Answer> answer = ask(test, {.image = image, .timed = wire::Timed::yes}, why);
  if (!answer) return std::nullopt;
  why = check_merge_of_ints(set.arrays.front(), answer->returned);
  if (!why.passed()) return std::nullopt;
  if (answer->done.digest != wire::digest(answer->returned.data(), answer->returned.size(), answer->nonce)) {
    why = invalid("the output was not complete when the call had returned: all work has to be done by then",
                  "unfinished");
  } else if (answer->fetched.elsewhere > 0) {
    why = invalid("a kernel was launched on a stream of its own; the lab asks for the default stream",
                  "stream");
  }
  if (!why.passed()) return std::nullopt;
  return answer;
}

std::optional<Shape> Grading::best_shape(const PlannedTest& test, std::uint64_t seed, Outcome& why) {
  if (job_.lab.timed_shapes.empty()) return Shape{job_.lab.section, job_.lab.tile};
  std::optional<Shape> best;
  double best_s = std::numeric_limits<double>::max();
  for (const Shape& shape : job_.lab.timed_shapes) {
    for (int call = 0; call < kScoutCalls; ++call) {
      ProblemSet set = problems(test, ++seed);
      set.section = static_cast<int>(shape.section);
      set.tile = static_cast<int>(shape.tile);
      const Image image(set, test.item->value, wire::Memory::device, 0, true);
      const std::optional<Answer> answer = timed_call(test, set, image, why);
      if (!answer) return std::nullopt;
      if (answer->call_s >= best_s) continue;
      best_s = answer->call_s;
      best = shape;
    }
  }
  return best;
}

Outcome Grading::time_on_device(const PlannedTest& test) {
  if (device_yardsticks_ == nullptr) device_yardsticks_ = std::make_unique<DeviceYardsticks>(job_);
  // Inputs are fresh for every call, and shown when the last one was answered.
  std::uint64_t seed = case_seed(job_.seed, *test.family, *test.spec, job_.secret);
  Outcome why;
  const std::optional<Shape> shape = best_shape(test, seed, why);
  if (!shape) return why;
  seed += kScoutCalls * job_.lab.timed_shapes.size();
  // The yardsticks are our own: one input serves for all of their calls.
  const Image staged(problems(test, ++seed), test.item->value, wire::Memory::device, 0, true);
  device_yardsticks_->stage(staged);
  std::string noise;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    DeviceSamples samples;
    for (int round = 0; round <= kRounds; ++round) {
      ProblemSet set = problems(test, ++seed);
      set.section = static_cast<int>(shape->section);
      set.tile = static_cast<int>(shape->tile);
      const Image image(set, test.item->value, wire::Memory::device, 0, true);
      for (int call = 0; call < kYardstickCalls; ++call) {
        samples.empty_s.push_back(device_yardsticks_->time_s("empty", staged));
        samples.copy_s.push_back(device_yardsticks_->time_s("copy", staged));
        samples.cub_s.push_back(device_yardsticks_->time_s("cub", staged));
      }
      const std::optional<Answer> answer = timed_call(test, set, image, why);
      if (!answer) return why;
      if (round == 0) {  // warms up
        samples = {};
        continue;
      }
      samples.outputs = static_cast<double>(set.arrays.front().a.size() + set.arrays.front().b.size());
      samples.submission_s.push_back(answer->call_s);
      samples.events_s.push_back(answer->done.event_s);
    }
    const DeviceFigures figures(samples);
    noise = figures.noise();
    if (!noise.empty()) continue;
    Outcome outcome = figures.judged(*test.item, test.item->reference.at(test.spec->name));
    if (!job_.lab.timed_shapes.empty()) {
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
