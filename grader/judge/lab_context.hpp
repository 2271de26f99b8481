// What the tests of one lab share.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "judge/any_lab/oracle.hpp"
#include "judge/device_reference.hpp"
#include "judge/device_yardsticks.hpp"
#include "judge/plan.hpp"
#include "judge/workers.hpp"

namespace mergelab::judge {

struct LabContext {
  LabContext(const Job& of, const StartSession& starts) : job(of), start(starts), workers(of, starts) {}

  const Job& job;
  StartSession start;
  Workers workers;
  std::optional<Launch> launch;                // once a test asked for sizes that follow from it
  std::map<const CaseSpec*, Outcome> counted;  // the counters' figures of a case, for all its items
  bool works = false;                          // whether a case of telling size came out right
  bool only_in_step = false;                   // whether a case came out right only with its threads in step
  std::unique_ptr<DeviceYardsticks> device_yardsticks;  // made when the first test is timed on a GPU
  DeviceReference device_reference{job, job.reference, start};
  DeviceReference device_library{job, job.library, start};
  Oracle oracle{job, start};  // of a lab without a kit
};

}  // namespace mergelab::judge
