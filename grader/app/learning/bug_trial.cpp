#include "app/learning/bug_trial.hpp"

#include <fmt/format.h>

#include <memory>

#include "app/command_line/errors.hpp"
#include "judge/findings.hpp"
#include "judge/image.hpp"

namespace mergelab::app {
namespace {

constexpr double kCpuS = 5;
constexpr std::uint64_t kSteps = 20'000'000, kLabels = 1;
constexpr std::array kTypes{ValueType::int32, ValueType::record};

/// What may be quoted: not a reference in place of an earlier lab's file.
std::vector<std::filesystem::path> own_files(const submission::Sources& sources) {
  std::vector<std::filesystem::path> files;
  for (const auto& [name, source] : sources) {
    if (!source.is_reference) files.push_back(source.file);
  }
  return files;
}

bool is_hint(const Violation& violation) { return violation.rule == "unasked_error"; }

}  // namespace

BugTrial::BugTrial(const Course& course, const Programs& programs, const std::filesystem::path& folder,
                   const Lab& lab, const submission::Sources& sources)
    : lab_(lab), worker_(programs.worker), files_(own_files(sources), lab.interface) {
  if (worker_.empty())
    throw UsageError("this mergelab was built without the CPU engine, which runs the bugs");
  std::vector<BuildKind> kinds;
  for (const ValueType type : kTypes) kinds.emplace_back(type, true);
  build_ = submission::build(course, lab, sources, kinds, programs.toolchain, folder);
  for (const BuildResult& result : build_.results) {
    if (!result.ok)
      throw EnvironmentError(fmt::format("the file with the bug does not compile\n{}", result.log));
  }
}

judge::Session& BugTrial::session(ValueType type) {
  std::unique_ptr<judge::Session>& session = sessions_[type];
  if (!session || session->broken()) {
    judge::WorkerSetup setup;
    setup.worker = worker_;
    setup.object = build_.objects.at(BuildKind(type, true));
    setup.value_size = static_cast<int>(judge::value_bytes(type));
    setup.limits = lab_.limits;
    setup.files = files_;
    session = std::make_unique<judge::Session>(setup);
  }
  return *session;
}

std::string BugTrial::first_failure(const judge::ProblemSet& set, ValueType type) {
  const judge::Image image(set, type, lab_.on_host() ? wire::Memory::host : wire::Memory::device, kLabels);
  // On the host an array is watched at one end at a time.
  const bool both_ends = lab_.on_host();
  for (const wire::Placement placement : {wire::Placement::end, wire::Placement::start}) {
    if (placement != wire::Placement::end && !both_ends) continue;
    judge::Session& asked = session(type);
    const auto answer = asked.broken() ? std::nullopt
                                       : asked.ask({.image = image,
                                                    .placement = placement,
                                                    .watch = wire::kWatchAccesses,
                                                    .step_limit = kSteps},
                                                   kCpuS);
    if (!answer) return judge::text_of(asked.broken()->why, files_);
    for (const Violation& violation : answer->violations) {
      if (!is_hint(violation)) return judge::text_of(violation.why, files_);
    }
    const Outcome outcome = lab_.kit->check(set, image, answer->returned, {}, true);
    if (!outcome.passed()) return judge::text_of(outcome.why, files_);
  }
  return "";
}

std::string BugTrial::failure(const TrialInput& input) {
  const Lab lab = with_constants(lab_, input.constants);
  const judge::ProblemSet set = lab.kit->problems(lab, lab.kit->own_case(lab, input.arrays), std::nullopt, 0);
  for (const ValueType type : kTypes) {
    std::string message = first_failure(set, type);
    if (!message.empty()) return message;
  }
  return "";
}

TrialInput BugTrial::input_of(const judge::Inputs& inputs) const {
  TrialInput input;
  for (std::size_t i = 0; i < lab_.interface.arguments.size(); ++i) {
    const Argument& argument = lab_.interface.arguments[i];
    if (argument.is_input()) {
      const auto keys = inputs.arrays[i].as<int>();
      input.arrays[argument.name] = {keys.begin(), keys.end()};
    } else if (lab_.constants.contains(argument.name)) {
      input.constants[argument.name] = inputs.number(argument.name);
    }
  }
  return input;
}

BugTrial::Search BugTrial::find_smaller(const TrialInput& than, std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  const Lab lab = with_constants(lab_, than.constants);
  for (std::size_t elements = 0; elements < than.elements(); ++elements) {
    for (const judge::ProblemSet& set : lab.kit->small_problems(lab, elements)) {
      for (const ValueType type : kTypes) {
        if (std::chrono::steady_clock::now() > end) return {std::nullopt, false};
        if (first_failure(set, type).empty()) continue;
        for (const judge::Query& query : set.queries) {
          judge::ProblemSet one = set;
          one.queries = {query};
          if (!first_failure(one, type).empty()) return {input_of(set.inputs[query.inputs]), true};
        }
      }
    }
  }
  return {std::nullopt, true};
}

}  // namespace mergelab::app
