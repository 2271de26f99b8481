// The violations that don't end a run. Thousands of threads may make the same mistake: each pair of lines is
// reported once, with the number of the other threads.
#include <bitset>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "checker.hpp"
#include "launches.hpp"
#include "report.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/traced.hpp"
#include "simt/core/violation.hpp"
#include "state.hpp"

namespace simt::check {
namespace {

constexpr std::size_t kMostViolations = 100;

struct Kept {
  Finding finding;
  std::uint64_t threads = 0;
  unsigned first = kNobody, second = kNobody;  // the threads of a race that a barrier would order
  std::uint32_t time = 0;
  // Those of the last block: blocks don't run again.
  std::uint32_t block = 0;
  std::bitset<kThreads + 1> of_block = {};
};

using FileLine = std::pair<std::string, int>;
using LinesOfRule = std::tuple<Rule, FileLine, FileLine>;

struct Violations {
  std::vector<Kept> kept;
  std::map<std::tuple<Rule, std::uintptr_t, std::uintptr_t>, std::size_t> by_code;
  std::map<LinesOfRule, std::size_t> by_lines;
  std::uint64_t dropped = 0;
};

Violations& all() {
  static Violations& violations = *new Violations;
  return violations;
}

constexpr std::size_t kDropped = ~std::size_t{0};

void count(std::size_t index, unsigned thread) {
  if (index == kDropped) {
    ++all().dropped;
    return;
  }
  Kept& kept = all().kept[index];
  if (kept.block != state.block_start) kept.of_block.reset();
  kept.block = state.block_start;
  if (kept.of_block[thread]) return;
  kept.of_block.set(thread);
  ++kept.threads;
}

}  // namespace

bool again(Rule rule, unsigned thread, std::uintptr_t pc, std::uintptr_t other_pc) {
  const auto found = all().by_code.find({rule, pc, other_pc});
  if (found == all().by_code.end()) return false;
  count(found->second, thread);
  return true;
}

void keep(Finding found, unsigned thread, std::uintptr_t pc, std::uintptr_t other_pc, unsigned other) {
  const Rule rule = found.rule;
  const bool logged = rule == Rule::race || rule == Rule::uninitialised_read ||
                      rule == Rule::write_to_const || rule == Rule::out_of_bounds ||
                      rule == Rule::shared_size;
  if (logged && found.event == Finding::kNoEvent) found.event = core::next_event();
  const auto line = [](std::uintptr_t code) {
    const core::Line at = code == 0 ? core::Line() : core::line_of(code);
    return std::pair(at.file, at.number);
  };
  const LinesOfRule lines(rule, line(pc), line(other_pc));
  const auto [entry, is_new] = all().by_lines.try_emplace(lines, all().kept.size());
  if (is_new && all().kept.size() >= kMostViolations) entry->second = kDropped;
  all().by_code[{rule, pc, other_pc}] = entry->second;
  if (is_new && entry->second != kDropped)
    all().kept.push_back({.finding = found, .first = thread, .second = other, .time = state.now});
  count(entry->second, thread);
}

void tell_of_returned() {
  const core::Scheduler& scheduler = core::Scheduler::instance();
  const auto has_returned = [&](unsigned thread) {
    return (scheduler.living_lanes(thread / 32) >> thread % 32 & 1) == 0;
  };
  for (Kept& kept : all().kept) {
    if (kept.second == kNobody || kept.time < state.interval_start) continue;
    if (has_returned(kept.first) == has_returned(kept.second)) continue;
    kept.finding.advice = Advice::none;
    kept.finding.returned = scheduler.agent(has_returned(kept.first) ? kept.first : kept.second);
    kept.second = kNobody;
  }
}

bool any_violation() { return !all().kept.empty(); }

void fail(const Finding& found) {
  core::Scheduler& scheduler = core::Scheduler::instance();
  if (scheduler.in_kernel()) scheduler.fail(found);
  core::raise(found);
}

}  // namespace simt::check

namespace simt {

void host::set_checking(bool on) {
  static check::Checker checker;
  core::listen_as_checker(checker, on);
}

std::vector<Finding> host::violations() {
  std::vector<Finding> folded;
  for (const check::Kept& kept : check::all().kept) {
    folded.push_back(kept.finding);
    folded.back().more_threads = kept.threads - 1;
  }
  for (const Finding& found : check::launch_violations()) folded.push_back(found);
  return folded;
}

std::uint64_t host::violations_dropped() { return check::all().dropped; }
void host::clear_violations() {
  check::all() = {};
  check::error_asked();
}

}  // namespace simt
