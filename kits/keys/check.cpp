#include "kits/keys/check.hpp"

#include "base/regex.hpp"
#include "wire/digest.hpp"

namespace mergelab::judge {

Element read_element(std::span<const std::byte> c, std::size_t index, ValueType type, const Labels& labels) {
  Element element;
  const std::byte* at = c.data() + index * value_bytes(type);
  if (type == ValueType::record) {
    int record[2];
    std::memcpy(record, at, sizeof record);
    const std::optional<Labels::Element> known = labels.find(static_cast<std::uint32_t>(record[1]));
    element = {record[0], known ? known->origin : -1};
  } else if (type == ValueType::counted) {
    std::uint32_t token = 0;
    std::memcpy(&token, at, sizeof token);
    const std::optional<Labels::Element> known = labels.find(token);
    element = {known ? known->key : static_cast<int>(token), known ? known->origin : -1};
  } else {
    std::memcpy(&element.key, at, sizeof element.key);
  }
  return element;
}

bool holds_only(std::byte filler, std::span<const std::byte> c, std::size_t index, ValueType type) {
  const auto bytes = c.subspan(index * value_bytes(type), value_bytes(type));
  return std::ranges::all_of(bytes, [&](std::byte b) { return b == filler; });
}

Statement what_is_there(std::span<const std::byte> c, std::size_t index, ValueType type,
                        const Labels& labels) {
  if (holds_only(kPoison, c, index, type)) return Statement(Sentence::never_written);
  if (holds_only(kSharedPoison, c, index, type)) return Statement(Sentence::got_unwritten_shared);
  if (holds_only(kInputMargin, c, index, type)) return Statement(Sentence::got_outside);
  return Statement(Sentence::got_key, read_element(c, index, type, labels).key);
}

Statement first_of(std::int64_t mismatches) {
  return mismatches == 1 ? Statement(Sentence::only_mismatch)
                         : Statement(Sentence::first_mismatch, mismatches);
}

namespace {

constexpr std::size_t kFloatCounts = std::size_t{1} << 24;  // one by one

bool has_key(std::span<const int> sorted, int key) { return std::ranges::binary_search(sorted, key); }

/// Whether the line takes elements of `array`, and none by a single variable other than k.
bool takes_by_other_index(const std::string& line, const std::string& array) {
  static const base::Regex bracket(R"re(\b(\w+)\[([^\]\[]*)\])re"),
      single(R"re(\s*(\+\+|--)?(\w+)(\+\+|--)?\s*)re");
  bool takes = false;
  for (const std::smatch& hit : base::regex_matches(line, bracket)) {
    if (hit[1] != array) continue;
    takes = true;
    const std::string index = hit[2];
    std::smatch parts;
    if (base::regex_match(index, parts, single) && parts[2] != "k") return false;
  }
  return takes;
}

}  // namespace

bool holds_keys_in_order(const Keys& arrays, std::span<const std::byte> c) {
  const std::uint64_t key = fresh_seed();
  const auto weight = [key](int value) { return wire::digest_of(0, static_cast<std::uint32_t>(value), key); };
  std::future<std::uint64_t> given = std::async(std::launch::async, [&] {
    std::uint64_t sum = 0;
    for (const std::span<const int>* keys : {&arrays.a, &arrays.b}) {
      for (const int value : *keys) sum += weight(value);
    }
    return sum;
  });
  std::uint64_t returned = 0;
  bool sorted = c.size() == (arrays.a.size() + arrays.b.size()) * sizeof(int);
  int last = std::numeric_limits<int>::min();
  for (std::size_t at = 0; at < c.size(); at += sizeof(int)) {
    int value = 0;
    std::memcpy(&value, c.data() + at, sizeof value);
    sorted &= value >= last;
    returned += weight(value);
    last = value;
  }
  return sorted && returned == given.get();
}

std::vector<std::string> clues_of_keys(const Keys& arrays, std::span<const int> keys,
                                       std::span<const int> right, const std::vector<bool>& written,
                                       std::size_t first, const Geometry& geometry) {
  std::vector<std::string> clues;
  const int got = keys[first];
  if (first >= kFloatCounts) clues.emplace_back("past_2_to_24");
  if (!written[first]) {
    const auto rest = written.begin() + static_cast<std::ptrdiff_t>(first);
    if (std::find(rest, written.end(), true) != written.end()) clues.emplace_back("holes");
  } else if (has_key(arrays.a, got) || has_key(arrays.b, got)) {
    if (got > right[first]) clues.emplace_back("skipped");
    if (got < right[first]) {
      clues.emplace_back("repeated");
      const bool is_head =
          (!arrays.a.empty() && got == arrays.a.front()) || (!arrays.b.empty() && got == arrays.b.front());
      if (is_head) clues.emplace_back("repeats_first");
    }
  }
  if (geometry.section <= 0 || geometry.tile <= 0) return clues;
  const std::int64_t section = static_cast<std::int64_t>(first) / geometry.section;
  const std::int64_t tile = static_cast<std::int64_t>(first) % geometry.section / geometry.tile;
  if (section > 0 && tile == 0) clues.emplace_back("later_section");
  if (tile >= 1) clues.emplace_back("later_tile");
  if (tile >= 2) clues.emplace_back("third_tile");
  return clues;
}

std::vector<std::string> clues_of_finding(const Finding& finding, const std::string& line,
                                          std::int64_t tile) {
  const finding::Access& access = finding.access;
  const finding::Memory& memory = access.memory;
  if (memory.form != finding::Memory::Form::element) return {};
  std::vector<std::string> clues;
  if (finding.message == finding::Message::outside_array && takes_by_other_index(line, memory.name.string()))
    clues.emplace_back("other_index");
  const bool is_tiled = memory.is_shared != 0 && access.verb != finding::Access::Verb::update && tile > 0;
  if (is_tiled && memory.index >= 2 * tile && memory.index < 3 * tile) clues.emplace_back("third_part");
  return clues;
}

}  // namespace mergelab::judge
