#include "judge/clues.hpp"

#include <algorithm>
#include <regex>
#include <set>

namespace mergelab::judge {
namespace {

using finding::Agent;
using finding::Message;
using Form = finding::Memory::Form;
using Verb = finding::Access::Verb;

/// Of an access that misses its array.
void add_clues_of_miss(const Finding& found, std::set<std::string>& clues) {
  const finding::Access& access = found.access;
  const finding::Memory& memory = access.memory;
  const bool misses =
      found.message == Message::outside_array || found.message == Message::outside_dynamic_shared;
  if (!misses || memory.form != Form::element) return;
  clues.emplace(access.verb == Verb::write ? "outside" : "read_outside");
  if (memory.index == static_cast<std::int64_t>(memory.extent)) clues.emplace("one_past");
  if (memory.index < 0) clues.emplace("before_start");
}

/// The array of which the line assigns an element: "right" of `right[j] = y[j];`.
std::string assigned_array(const std::string& line) {
  static const std::regex assignment(R"re(\b(\w+)\[[^=]*\] = )re");
  std::smatch found;
  return std::regex_search(line, found, assignment) ? found[1] : std::string();
}

void add_clues_of_race(const Finding& race, const StudentFiles& files, std::set<std::string>& clues) {
  const finding::Access &access = race.access, &other = race.other;
  const bool same_block = other.by.in == Agent::In::same_block;
  const bool both_write = same_block && race.is_of_two_writes();
  const bool of_blocks = other.by.in == Agent::In::block || other.by.in == Agent::In::another_block;
  if (both_write) clues.emplace("both_write");
  if (of_blocks) clues.emplace("blocks_race");
  if (race.is_with_kernel_before()) clues.emplace("kernel_before");
  if (!both_write && !of_blocks && !race.is_with_kernel_before()) clues.emplace("one_reads");
  // In a function of another file the arrays have other names.
  if (access.caller.is_known() || !(access.at.file == other.at.file)) return;
  const std::string array = assigned_array(files.text(access.at.file.view(), access.at.line)),
                    other_array = assigned_array(files.text(other.at.file.view(), other.at.line));
  if (array.empty() || other_array.empty() || array == other_array) return;
  clues.emplace("two_arrays");
  // "left.slots[136] (shared, buffer[136])": which part of shared memory has the element.
  if (access.memory.part_count() != 1) return;
  const std::string part = access.memory.parts[0].name.string();
  const std::string name = part.substr(0, part.find('.'));
  if (access.verb == Verb::write && (name == array || name == other_array)) clues.emplace("out_of_part");
}

}  // namespace

Clues clues_of_violations(const std::vector<Violation>& violations, const StudentFiles& files) {
  // The first one is reported; the others may be its consequences.
  if (violations.empty()) return {};
  const Violation& violation = violations.front();
  std::set<std::string> clues{violation.rule};
  for (const Finding& found : violation.why.findings()) {
    add_clues_of_miss(found, clues);
    if (found.message == Message::far_outside) clues.emplace("far_outside");
    if (found.returned.kind != Agent::Kind::none) clues.emplace("returned_early");
  }
  if (violation.why.findings().empty()) return {clues.begin(), clues.end()};
  const Finding& first = violation.why.findings().front();
  const finding::Access& access = first.access;
  const std::size_t parts = access.memory.part_count();
  if (first.message == Message::race) add_clues_of_race(first, files, clues);
  if (parts > 1) clues.emplace("two_names");
  if (access.memory.is_shared != 0 && access.memory.form == Form::variable && access.verb != Verb::update)
    clues.emplace("one_variable");
  if (parts == 1 && access.verb == Verb::read) clues.emplace("in_a_part");
  const bool by_itself = !access.caller.is_known();  // not in a function that was given the part
  if (first.message == Message::uninitialised_read && parts == 1 && access.memory.parts[0].index == 0 &&
      by_itself)
    clues.emplace("not_loaded");
  return {clues.begin(), clues.end()};
}

}  // namespace mergelab::judge
