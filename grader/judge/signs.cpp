#include "judge/signs.hpp"

#include <algorithm>
#include <regex>
#include <set>

namespace mergelab::judge {
namespace {

constexpr std::size_t kFloatCounts = std::size_t{1} << 24;  // one by one

bool has_key(const std::vector<int>& sorted, int key) {
  return std::binary_search(sorted.begin(), sorted.end(), key);
}

/// Whether the first access of the text is one of shared memory from element 2 * tile on.
bool is_in_third_tile(const std::string& text, std::int64_t tile) {
  static const std::regex plain(R"re(^[^`]* (?:reads|writes) \w+\[(\d{1,9})\] \(shared\))re");
  static const std::regex named(R"re(^[^`]* (?:reads|writes) [^`]*\(shared, \w+\[(\d{1,9})\]\))re");
  std::smatch hit;
  if (tile <= 0 || (!std::regex_search(text, hit, named) && !std::regex_search(text, hit, plain)))
    return false;
  const std::int64_t element = std::stoll(hit[1]);
  return element >= 2 * tile && element < 3 * tile;
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

Signs signs_of_violations(const std::vector<Violation>& violations, std::int64_t tile) {
  static const std::regex both_write(
      "writes [^`]*`[^`\n]*`(?:, called at [^`]*`[^`\n]*`)?, and [^`]* of the same block writes it at");
  static const std::regex of_blocks(", and [^`]* of (block |another block)[^`]* it at");
  static const std::regex outside(R"re((reads|writes) (\w+)\[(-?\d+)\], but \2 has (\d+) element)re");
  static const std::regex line("^[^`]*`([^`\n]*)`");
  static const std::regex two_names(R"re(^[^`]* [\w.]+\[\d+\] and [\w.]+\[\d+\] (and|\(shared))re");
  static const std::regex one_variable(R"re(^[^`]* (reads|writes) \w+ \(shared\))re");
  static const std::regex of_tile(R"re(^[^`]* reads [\w.]+\[\d+\] \(shared, \w+\[)re");
  static const std::regex no_head(
      R"re(reads [\w.]+\[0\] \(shared, [^`]*`[^`\n]*`[^`]*, which was never written)re");
  static const std::regex different(R"re(waits[^`]*at [^`]*`[^`\n]*`, thread [^`]* at )re");
  // "... at k.cuh:5 `tileB[j] = B[j];`, and ... writes it at k.cuh:4 `tileA[i] = A[i];`": what both assign
  // to.
  static const std::regex two_arrays(
      R"re(`[^`\n]*\b(\w+)\[[^`\n=]*\] = [^`\n]*`, and [^`]*`[^`\n]*\b(\w+)\[[^`\n=]*\] = )re");
  // "writes tileA.slots[136] (shared, tiles[136])": which of the kernel's own tiles has the element.
  static const std::regex part_of_tiles(R"re(^[^`]* writes (\w+)[.\w]*\[\d+\] \(shared, )re");
  std::set<std::string> found;
  // The first one is reported; the others may be its consequences.
  if (!violations.empty()) {
    const Violation& violation = violations.front();
    found.insert(violation.rule);
    if (std::regex_search(violation.text, both_write)) found.emplace("both_write");
    std::smatch names;
    if (std::regex_search(violation.text, names, two_arrays) && names[1] != names[2]) {
      found.emplace("two_arrays");
      std::smatch part;
      if (std::regex_search(violation.text, part, part_of_tiles) &&
          (part[1] == names[1] || part[1] == names[2]))
        found.emplace("out_of_tile");
    }
    if (std::regex_search(violation.text, of_blocks)) found.emplace("blocks_race");
    if (violation.kernel_before) found.emplace("kernel_before");
    if (violation.rule == "race" && !found.contains("both_write") && !found.contains("blocks_race") &&
        !found.contains("kernel_before"))
      found.emplace("one_reads");
    if (std::regex_search(violation.text, two_names)) found.emplace("two_names");
    if (std::regex_search(violation.text, one_variable)) found.emplace("one_variable");
    if (std::regex_search(violation.text, of_tile)) found.emplace("in_a_tile");
    if (std::regex_search(violation.text, no_head)) found.emplace("not_loaded");
    if (is_in_third_tile(violation.text, tile)) found.emplace("third_part");
    if ((violation.text + violation.hint).find("had returned before others came") != std::string::npos)
      found.emplace("returned_early");
    if (std::regex_search(violation.text, different)) found.emplace("divergent_barrier");
    if (violation.text.find("outside of every allocation") != std::string::npos) found.emplace("far_outside");
    const auto begin = violation.text.begin(), end = violation.text.end();
    for (std::sregex_iterator hit(begin, end, outside), none; hit != none; ++hit) {
      found.emplace((*hit)[1] == "writes" ? "outside" : "read_outside");
      std::smatch quoted;
      const std::string rest = hit->suffix();
      if (std::regex_search(rest, quoted, line) && takes_by_other_index(quoted[1], (*hit)[2]))
        found.emplace("other_index");
      if ((*hit)[3] == (*hit)[4]) found.emplace("one_past");
      if (hit->str(3).starts_with('-')) found.emplace("before_start");
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace mergelab::judge
