// Keeps the last launch since the last cudaGetLastError.
#include "launches.hpp"

#include "checker.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/launch.hpp"
#include "simt/core/lines.hpp"

namespace simt::check {
namespace {

constexpr const char* kAsk = "call cudaGetLastError() after the launch, and look at what it returns";

struct LastLaunch {
  std::uintptr_t at = 0;              // the call; 0: none since the program asked for errors
  std::vector<std::uintptr_t> calls;  // of host code, which led to it
};

LastLaunch& last() {
  static LastLaunch& launch = *new LastLaunch;
  return launch;
}

std::string where(std::uintptr_t pc) { return " at " + show(core::line_of(pc)); }

}  // namespace

void Checker::launch_called(std::uintptr_t pc) { last() = {pc, core::calls_under_way()}; }

void error_asked() {
  last() = {};
  core::refusal_asked();
}

std::uintptr_t running_launch() { return last().at; }
const std::vector<std::uintptr_t>& calls_of_launch() { return last().calls; }

std::vector<Violation> launch_violations() {
  std::vector<Violation> violations;
  const core::KeptRefusal& refusal = core::kept_refusal();
  if (refusal.launch.why != Refusal::none && !refusal.asked) {
    violations.push_back({Rule::invalid_launch,
                          "the launch" + where(refusal.pc) + " failed: " + in_words(refusal.launch) +
                              "; cudaGetLastError() was not called",
                          kAsk});
  }
  if (last().at != 0) {
    violations.push_back(
        {Rule::unasked_error, "cudaGetLastError() was not called after the launch" + where(last().at), kAsk});
  }
  return violations;
}

}  // namespace simt::check
