#include "judge/signs.hpp"

#include <algorithm>
#include <regex>
#include <set>

namespace mergelab::judge {
namespace {

using finding::Agent;
using finding::Message;
using Form = finding::Memory::Form;
using Verb = finding::Access::Verb;

constexpr std::size_t kFloatCounts = std::size_t{1} << 24;  // one by one

bool has_key(const std::vector<int>& sorted, int key) {
  return std::binary_search(sorted.begin(), sorted.end(), key);
}

/// Whether the access is one of shared memory from element 2 * tile on.
bool is_in_third_tile(const finding::Access& access, std::int64_t tile) {
  const finding::Memory& memory = access.memory;
  return tile > 0 && memory.is_shared != 0 && memory.form == Form::element && memory.index >= 2 * tile &&
         memory.index < 3 * tile && access.verb != Verb::update;
}

/// Whether the line takes elements of `array`, and none by a single variable other than k.
bool takes_by_other_index(const std::string& line, const std::string& array) {
  static const std::regex bracket(R"re(\b(\w+)\[([^\]\[]*)\])re"),
      single(R"re(\s*(\+\+|--)?(\w+)(\+\+|--)?\s*)re");
  bool takes = false;
  for (std::sregex_iterator hit(line.begin(), line.end(), bracket), none; hit != none; ++hit) {
    if ((*hit)[1] != array) continue;
    takes = true;
    const std::string index = (*hit)[2];
    std::smatch parts;
    if (std::regex_match(index, parts, single) && parts[2] != "k") return false;
  }
  return takes;
}

}  // namespace

Signs signs_of_merge(const Arrays& arrays, std::span<const int> keys, std::span<const int> right,
                     const std::vector<bool>& written, std::size_t first, const Geometry& geometry) {
  Signs signs;
  const int got = keys[first];
  if (first >= kFloatCounts) signs.emplace_back("past_2_to_24");
  if (!written[first]) {
    const auto rest = written.begin() + static_cast<std::ptrdiff_t>(first);
    if (std::find(rest, written.end(), true) != written.end()) signs.emplace_back("holes");
  } else if (has_key(arrays.a, got) || has_key(arrays.b, got)) {
    if (got > right[first]) signs.emplace_back("skipped");
    if (got < right[first]) {
      signs.emplace_back("repeated");
      const bool is_head =
          (!arrays.a.empty() && got == arrays.a.front()) || (!arrays.b.empty() && got == arrays.b.front());
      if (is_head) signs.emplace_back("repeats_first");
    }
  }
  if (geometry.section <= 0 || geometry.tile <= 0) return signs;
  const std::int64_t section = static_cast<std::int64_t>(first) / geometry.section;
  const std::int64_t tile = static_cast<std::int64_t>(first) % geometry.section / geometry.tile;
  if (section > 0 && tile == 0) signs.emplace_back("later_section");
  if (tile >= 1) signs.emplace_back("later_tile");
  if (tile >= 2) signs.emplace_back("third_tile");
  return signs;
}

Signs signs_of_ranks(const Arrays& arrays, std::span<const int> k, std::span<const int> ranks,
                     std::span<const int> right) {
  const auto m = static_cast<int>(arrays.a.size()), n = static_cast<int>(arrays.b.size());
  bool one_less = true, one_more = true, is_j = true, at_end = true, misses_high = true, misses_low = true;
  for (std::size_t q = 0; q < k.size(); ++q) {
    const int low = std::max(0, k[q] - n), high = std::min(k[q], m), got = ranks[q];
    is_j &= got == k[q] - right[q];
    at_end &= got == low || got == high;
    if (got == right[q]) continue;
    one_less &= got == right[q] - 1;
    one_more &= got == right[q] + 1;
    misses_high &= right[q] == high && got == high - 1;
    misses_low &= right[q] == low && got == low + 1;
  }
  Signs signs;
  if (is_j) signs.emplace_back("counts_b");
  if (one_less && k.size() > 1) signs.emplace_back("one_too_small");
  if (one_more && k.size() > 1) signs.emplace_back("one_too_large");
  if ((misses_high || misses_low) && std::min(m, n) > 2 && k.size() > 2) signs.emplace_back("end_missed");
  if (at_end && std::min(m, n) > 2 && k.size() > 2) signs.emplace_back("at_an_end");
  return signs;
}

namespace {

/// Of an access that misses its array.
void add_signs_of_miss(const Finding& found, const StudentFiles& files, std::set<std::string>& signs) {
  const finding::Access& access = found.access;
  const finding::Memory& memory = access.memory;
  const bool misses =
      found.message == Message::outside_array || found.message == Message::outside_dynamic_shared;
  if (!misses || memory.form != Form::element) return;
  signs.emplace(access.verb == Verb::write ? "outside" : "read_outside");
  if (takes_by_other_index(files.text(access.at.file.view(), access.at.line), memory.name.string()))
    signs.emplace("other_index");
  if (memory.index == static_cast<std::int64_t>(memory.extent)) signs.emplace("one_past");
  if (memory.index < 0) signs.emplace("before_start");
}

/// The array of which the line assigns an element: "tileB" of `tileB[j] = B[j];`.
std::string assigned_array(const std::string& line) {
  static const std::regex assignment(R"re(\b(\w+)\[[^=]*\] = )re");
  std::smatch found;
  return std::regex_search(line, found, assignment) ? found[1] : std::string();
}

void add_signs_of_race(const Finding& race, const StudentFiles& files, std::set<std::string>& signs) {
  const finding::Access &access = race.access, &other = race.other;
  const bool same_block = other.by.in == Agent::In::same_block;
  const bool both_write = same_block && race.is_of_two_writes();
  const bool of_blocks = other.by.in == Agent::In::block || other.by.in == Agent::In::another_block;
  if (both_write) signs.emplace("both_write");
  if (of_blocks) signs.emplace("blocks_race");
  if (race.is_with_kernel_before()) signs.emplace("kernel_before");
  if (!both_write && !of_blocks && !race.is_with_kernel_before()) signs.emplace("one_reads");
  // In a function of another file the arrays have other names.
  if (access.caller.is_known() || !(access.at.file == other.at.file)) return;
  const std::string array = assigned_array(files.text(access.at.file.view(), access.at.line)),
                    other_array = assigned_array(files.text(other.at.file.view(), other.at.line));
  if (array.empty() || other_array.empty() || array == other_array) return;
  signs.emplace("two_arrays");
  // "tileA.slots[136] (shared, tiles[136])": which of the kernel's own tiles has the element.
  if (access.memory.part_count() != 1) return;
  const std::string part = access.memory.parts[0].name.string();
  const std::string tile = part.substr(0, part.find('.'));
  if (access.verb == Verb::write && (tile == array || tile == other_array)) signs.emplace("out_of_tile");
}

}  // namespace

Signs signs_of_violations(const std::vector<Violation>& violations, const StudentFiles& files,
                          std::int64_t tile) {
  // The first one is reported; the others may be its consequences.
  if (violations.empty()) return {};
  const Violation& violation = violations.front();
  std::set<std::string> signs{violation.rule};
  for (const Finding& found : violation.findings) {
    add_signs_of_miss(found, files, signs);
    if (found.message == Message::far_outside) signs.emplace("far_outside");
    if (found.returned.kind != Agent::Kind::none) signs.emplace("returned_early");
  }
  if (violation.findings.empty()) return {signs.begin(), signs.end()};
  const Finding& first = violation.findings.front();
  const finding::Access& access = first.access;
  const std::size_t parts = access.memory.part_count();
  if (first.message == Message::race) add_signs_of_race(first, files, signs);
  if (parts > 1) signs.emplace("two_names");
  if (access.memory.is_shared != 0 && access.memory.form == Form::variable && access.verb != Verb::update)
    signs.emplace("one_variable");
  if (parts == 1 && access.verb == Verb::read) signs.emplace("in_a_tile");
  const bool by_itself = !access.caller.is_known();  // not in a function that was given the tile
  if (first.message == Message::uninitialised_read && parts == 1 && access.memory.parts[0].index == 0 &&
      by_itself)
    signs.emplace("not_loaded");
  if (is_in_third_tile(access, tile)) signs.emplace("third_part");
  return {signs.begin(), signs.end()};
}

}  // namespace mergelab::judge
