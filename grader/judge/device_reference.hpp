// The reference solution, or a library, next to a submission on a GPU: in a separate worker. Each worker is
// idle while the other ones run.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "judge/protocol.hpp"
#include "judge/session.hpp"
#include "model/course.hpp"

namespace mergelab::judge {

class DeviceReference {
 public:
  /// `object`: its own, of the job.
  DeviceReference(const Job& job, const std::filesystem::path& object, StartSession start)
      : job_(job), object_(object), start_(std::move(start)) {}

  /// One timed call, by the last worker or a new one. Throws std::runtime_error if it fails; its worker has
  /// ended then.
  [[nodiscard]] Answer call(const WorkerRequest& request);
  /// Ends its worker; the next call gets a new one.
  void stop() { session_.reset(); }

  /// The shapes in which it is timed, by case. None: no time is compared with it.
  void use(std::map<const CaseSpec*, Numbers> shapes) { shapes_ = std::move(shapes); }
  [[nodiscard]] std::optional<Numbers> shape_of(const CaseSpec& spec) const;

 private:
  const Job& job_;
  const std::filesystem::path& object_;
  StartSession start_;
  std::unique_ptr<Session> session_;
  std::map<const CaseSpec*, Numbers> shapes_;
};

}  // namespace mergelab::judge
