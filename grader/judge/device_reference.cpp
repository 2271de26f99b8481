#include "judge/device_reference.hpp"

#include <stdexcept>

#include "judge/findings.hpp"

namespace mergelab::judge {
namespace {

constexpr double kReferenceCpuS = 20;

WorkerSetup reference_setup(const Job& job) {
  WorkerSetup setup;
  setup.worker = job.worker;
  setup.object = job.reference;
  setup.limits = job.lab.limits;
  setup.backend = job.backend;
  setup.environment = job.environment;
  return setup;
}

}  // namespace

Answer DeviceReference::call(WorkerRequest request) {
  if (session_ == nullptr) session_ = start_(reference_setup(job_));
  std::optional<Answer> answer = session_->ask(request, kReferenceCpuS);
  if (answer) return *std::move(answer);
  const std::string why = session_->broken() ? text_of(session_->broken()->why, StudentFiles()) : "?";
  stop();
  throw std::runtime_error("the reference solution could not be timed: " + why);
}

std::optional<Shape> DeviceReference::shape_of(const CaseSpec& spec) const {
  const auto found = shapes_.find(&spec);
  return found == shapes_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace mergelab::judge
