#include "judge/lab_context.hpp"

namespace mergelab::judge {
namespace {

constexpr double kReferenceCpuS = 20;

constexpr double kCallCpuS = 20;
constexpr int kCalls = 3;  // a round: they cost little, having no fresh inputs

[[noreturn]] void fail(const std::string& name, const Session& session) {
  throw std::runtime_error(
      fmt::format("the yardstick '{}' could not be timed: {}", name,
                  session.broken() ? text_of(session.broken()->why, StudentFiles()) : "?"));
}

}  // namespace

Answer DeviceReference::call(const WorkerRequest& request) {
  if (session_ == nullptr) session_ = start_(worker_setup(job_, object_));
  std::optional<Answer> answer = session_->ask(request, kReferenceCpuS);
  if (answer) return *std::move(answer);
  const std::string why =
      session_->broken() ? text_of(session_->broken()->why, StudentFiles({}, job_.lab.interface)) : "?";
  stop();
  throw std::runtime_error("the reference solution could not be timed: " + why);
}

std::optional<Numbers> DeviceReference::shape_of(const CaseSpec& spec) const {
  const auto found = shapes_.find(&spec);
  return found == shapes_.end() ? std::nullopt : std::optional(found->second);
}

DeviceYardsticks::DeviceYardsticks(const Job& job, const StartSession& start) {
  for (const std::string_view name :
       {kDeviceYardstick, std::string_view("copy"), std::string_view("empty")}) {
    if (!job.lab.kit && name == kDeviceYardstick) continue;
    const bool is_of_kit = name == kDeviceYardstick;
    std::unique_ptr<Session>& session = sessions_[std::string(name)];
    session = start(worker_setup(
        job,
        job.yardsticks / fmt::format("yardstick_{}.so", is_of_kit ? job.lab.kit->device_yardstick() : name)));
    if (session->broken()) fail(std::string(name), *session);
  }
}

void DeviceYardsticks::stage(const Image& image) {
  for (const auto& [name, session] : sessions_) ask(name, image, wire::Timed::yes);
}

void DeviceYardsticks::call_all(const Image& image, DeviceSamples& samples) {
  for (int call = 0; call < kCalls; ++call) {
    const Answer empty = ask("empty", image, wire::Timed::again);
    const Answer copy = ask("copy", image, wire::Timed::again);
    samples.empty_s.push_back(empty.call_s);
    samples.copy.add(copy.call_s, copy.done.event_s);
    if (!sessions_.contains(std::string(kDeviceYardstick))) continue;
    const Answer cub = ask("cub", image, wire::Timed::again);
    samples.cub.add(cub.call_s, cub.done.event_s);
  }
}

Answer DeviceYardsticks::ask(const std::string& name, const Image& image, wire::Timed timed) {
  Session& session = *sessions_.at(name);
  std::optional<Answer> answer = session.ask({.image = image, .timed = timed, .fetch = false}, kCallCpuS);
  if (!answer) fail(name, session);
  return *std::move(answer);
}

std::uint64_t seed_of(const LabContext& context, const PlannedTest& test) {
  return case_seed(context.job.seed, *test.family, *test.spec, context.job.secret);
}

ProblemSet problems(LabContext& context, const PlannedTest& test, std::uint64_t seed) {
  const Lab& lab = context.job.lab;
  if (lab.kit) return lab.kit->problems(lab, *test.spec, context.launch, seed);
  std::vector<Inputs> inputs = make_inputs(lab, *test.spec, seed);
  context.oracle.generate(lab, inputs, seed);
  return own_problems(lab, std::move(inputs));
}

std::int64_t outputs(const ProblemSet& set) {
  if (set.kit) return set.kit->outputs(set);
  std::int64_t results = 0;
  for (const Inputs& inputs : set.inputs) {
    if (!set.interface->returns.empty()) ++results;
    for (const Argument& argument : set.interface->arguments) {
      if (argument.is_output()) results += inputs.elements_of(argument);
    }
  }
  return results;
}

Outcome check_outputs(LabContext& context, const PlannedTest& test, const ProblemSet& set, const Image& image,
                      const Answer& answer, bool locates) {
  return set.kit ? set.kit->check(set, image, answer.returned, answer.kept, locates)
                 : check_any(context.oracle, test, set, image, answer.returned);
}

}  // namespace mergelab::judge
