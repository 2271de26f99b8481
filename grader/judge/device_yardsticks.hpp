// The yardsticks of a submission's time on a GPU: our own programs that answer the same messages in separate
// workers, so that their times include the same parts.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "judge/device_figures.hpp"
#include "judge/protocol.hpp"
#include "judge/session.hpp"

namespace mergelab::judge {

class DeviceYardsticks {
 public:
  /// Starts the workers of `cub`, `copy` and `empty`; what a lab that sorts calls `cub` is CUB's sort,
  /// and a lab without a kit has none. Throws
  /// std::runtime_error: the machine's fault.
  explicit DeviceYardsticks(const Job& job, const StartSession& start = start_session);

  /// Gives all of them this problem. Throws std::runtime_error.
  void stage(const Image& image);
  /// Calls all of them a few times in turns, and notes their times. Throws std::runtime_error.
  void call_all(const Image& image, DeviceSamples& samples);

 private:
  Answer ask(const std::string& name, const Image& image, wire::Timed timed);

  std::map<std::string, std::unique_ptr<Session>> sessions_;
};

}  // namespace mergelab::judge
