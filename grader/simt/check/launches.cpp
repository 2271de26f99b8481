// Keeps the last launch since the last cudaGetLastError.
#include "launches.hpp"

#include "checker.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/launch.hpp"
#include "simt/core/lines.hpp"

namespace simt::check {
namespace {

struct LastLaunch {
  std::uintptr_t at = 0;              // the call; 0: none since the program asked for errors
  std::vector<std::uintptr_t> calls;  // of host code, which led to it
};

LastLaunch& last() {
  static LastLaunch& launch = *new LastLaunch;
  return launch;
}

LastLaunch& running() {
  static LastLaunch& launch = *new LastLaunch;
  return launch;
}

}  // namespace

void Checker::launch_called(std::uintptr_t pc) { running() = last() = {pc, core::calls_under_way()}; }
void launch_called_by_kernel(std::uintptr_t pc) { running() = {pc, {pc - 1}}; }

void error_asked() {
  last() = {};
  core::refusal_asked();
}

std::uintptr_t running_launch() { return running().at; }
const std::vector<std::uintptr_t>& calls_of_launch() { return running().calls; }

std::vector<Finding> launch_violations() {
  std::vector<Finding> all;
  const core::KeptRefusal& refusal = core::kept_refusal();
  if (refusal.launch.why != Refusal::none && !refusal.asked) {
    const RefusedLaunch& refused = refusal.launch;
    Finding& found = all.emplace_back(Message::unasked_refusal, Advice::ask_error);
    found.access.at = core::site_of(refusal.pc);
    found.numbers = {static_cast<std::int64_t>(refused.why), refused.axis, refused.asked, refused.most};
  }
  if (last().at != 0)
    all.emplace_back(Message::unasked_error, Advice::ask_error).access.at = core::site_of(last().at);
  return all;
}

}  // namespace simt::check
