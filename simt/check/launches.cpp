// Keeps the last launch since the last cudaGetLastError.
#include "launches.hpp"

#include <iterator>
#include <map>

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

/// By the times when their kernels began.
std::map<std::uint32_t, std::vector<std::uintptr_t>>& earlier() {
  static auto& all = *new std::map<std::uint32_t, std::vector<std::uintptr_t>>;
  return all;
}

finding::Site line_of_calls(const std::vector<std::uintptr_t>& calls) {
  for (const core::Line& line : core::lines_of_calls(calls)) {
    if (!core::is_of_cpp_library(line)) return core::site_of(line);
  }
  return {};
}

}  // namespace

finding::Site line_of_launch() { return line_of_calls(running().calls); }

void note_launch(std::uint32_t time) {
  constexpr std::size_t kMost = 4096;
  if (earlier().size() == kMost) earlier().erase(earlier().begin());
  earlier()[time] = running().calls;
}

finding::Site line_of_launch_at(std::uint32_t time) {
  const auto after = earlier().upper_bound(time);
  return after == earlier().begin() ? finding::Site() : line_of_calls(std::prev(after)->second);
}

void forget_launches() { earlier().clear(); }

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
    // Of an attribute that the engine lacks, the program may have got the error as a result.
    const bool is_result = refused.why == Refusal::attribute;
    Finding& found = all.emplace_back(is_result ? Message::launch_refused : Message::unasked_refusal,
                                      is_result ? Advice::none : Advice::ask_error);
    found.rule = Rule::invalid_launch;
    found.access.at = core::site_of(refusal.pc);
    found.numbers = {static_cast<std::int64_t>(refused.why), refused.axis, refused.asked, refused.most};
  }
  if (last().at != 0)
    all.emplace_back(Message::unasked_error, Advice::ask_error).access.at = core::site_of(last().at);
  return all;
}

}  // namespace simt::check
