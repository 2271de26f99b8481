// The violations that don't end a run. Thousands of threads may make the same mistake: each pair of lines is
// reported once, with the number of the other threads.
#include <bitset>
#include <map>
#include <tuple>

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
  Violation violation;
  std::uint64_t threads = 0;
  unsigned first = kNobody, second = kNobody;  // the threads of a race that a barrier would order
  std::uint32_t time = 0;
  // Those of the last block: blocks don't run again.
  std::uint32_t block = 0;
  std::bitset<kThreads + 1> of_block = {};
};

struct Violations {
  std::vector<Kept> kept;
  std::map<std::tuple<Rule, std::uintptr_t, std::uintptr_t>, std::size_t> by_code;
  std::map<std::tuple<Rule, std::string, std::string>, std::size_t> by_lines;
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

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

bool again(Rule rule, unsigned thread, std::uintptr_t pc, std::uintptr_t other_pc) {
  const auto found = all().by_code.find({rule, pc, other_pc});
  if (found == all().by_code.end()) return false;
  count(found->second, thread);
  return true;
}

void keep(Violation violation, unsigned thread, std::uintptr_t pc, std::uintptr_t other_pc, unsigned other) {
  const bool logged = violation.rule == Rule::race || violation.rule == Rule::uninitialised_read ||
                      violation.rule == Rule::write_to_const || violation.rule == Rule::out_of_bounds ||
                      violation.rule == Rule::shared_size;
  if (logged && violation.event == Violation::kNoEvent) violation.event = core::next_event();
  const auto line = [](std::uintptr_t code) { return code == 0 ? "" : show(core::line_of(code)); };
  const std::tuple lines(violation.rule, line(pc), line(other_pc));
  const auto [entry, is_new] = all().by_lines.try_emplace(lines, all().kept.size());
  if (is_new && all().kept.size() >= kMostViolations) entry->second = kDropped;
  all().by_code[{violation.rule, pc, other_pc}] = entry->second;
  if (is_new && entry->second != kDropped)
    all().kept.push_back(
        {.violation = std::move(violation), .first = thread, .second = other, .time = state.now});
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
    kept.violation.hint = about_returned(has_returned(kept.first) ? kept.first : kept.second);
    kept.second = kNobody;
  }
}

bool any_violation() { return !all().kept.empty(); }

void fail(Violation violation) {
  core::Scheduler& scheduler = core::Scheduler::instance();
  if (scheduler.in_kernel()) scheduler.fail(std::move(violation));
  core::raise(violation);
}

}  // namespace simt::check

namespace simt {

void host::set_checking(bool on) {
  static check::Checker checker;
  core::listen_as_checker(checker, on);
}

std::vector<Violation> host::violations() {
  std::vector<Violation> folded;
  for (const check::Kept& kept : check::all().kept) {
    folded.push_back(kept.violation);
    const std::uint64_t others = kept.threads - 1;
    if (others > 0) {
      folded.back().text +=
          "; and " + check::grouped(others) + (others == 1 ? " more thread" : " more threads");
    }
  }
  for (Violation& violation : check::launch_violations()) folded.push_back(std::move(violation));
  return folded;
}

std::uint64_t host::violations_dropped() { return check::all().dropped; }
void host::clear_violations() {
  check::all() = {};
  check::error_asked();
}

}  // namespace simt
