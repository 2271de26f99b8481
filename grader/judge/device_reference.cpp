#include "judge/device_reference.hpp"

#include <stdexcept>

#include "judge/findings.hpp"
#include "judge/worker_command.hpp"

namespace mergelab::judge {
namespace {

constexpr double kReferenceCpuS = 20;

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

}  // namespace mergelab::judge
