// The kit of stable merges.
#include "kits/merge/merge_kit.hpp"

#include "kits/keys/problems.hpp"
#include "kits/kits.hpp"
#include "kits/pairs/merged.hpp"
#include "kits/pairs/pairs_kit.hpp"

namespace mergelab {
namespace judge {
namespace {

/// Where a record says that it comes from.
std::string source_of(int origin, const Keys& arrays) {
  const auto m = static_cast<std::int64_t>(arrays.a.size()), n = static_cast<std::int64_t>(arrays.b.size());
  if (origin < 0 || origin >= m + n) return say(Sentence::nowhere);
  return origin < m ? say(Sentence::element_of, "A", origin) : say(Sentence::element_of, "B", origin - m);
}

Explanation place(std::int64_t k, const Geometry& geometry) {
  if (geometry.section <= 0) return {};
  const std::int64_t within = k % geometry.section;
  Explanation place = Statement(Sentence::in_block, k / geometry.section);
  if (geometry.tile <= 0) return place;
  const std::int64_t in_tile = within % geometry.tile;
  place += Statement(Sentence::in_tile, within / geometry.tile);
  if (in_tile == 0 || in_tile == geometry.tile - 1) place += Statement(Sentence::at_tile_boundary);
  return place;
}

/// What a symptom is derived from: facts about the elements that differ.
struct Mismatches {
  std::int64_t count = 0, first = -1;
  Explanation why;  // of the first
  bool keys_differ = false, first_is_poison = false;
  bool all_in_last_tile = true;  // which comes after two others at least
};

std::string symptom_of(const Mismatches& seen, const Geometry& geometry, bool keys_are_lost) {
  if (!seen.keys_differ) return "payload";
  if (seen.first_is_poison) return "unwritten";
  if (geometry.section > 0 && geometry.tile > 0) {
    if (seen.all_in_last_tile) return "last_tile";
    if (seen.first % geometry.section >= geometry.tile) return "first_tile_right";
  }
  return keys_are_lost ? "lost_keys" : "order";
}

/// What a wrong C shows, from its first wrong element on.
std::vector<std::string> clues_of(const Keys& arrays, std::span<const std::byte> c, ValueType type,
                                  const Labels& labels, std::int64_t first, const Geometry& geometry) {
  StableMerge expected(arrays);
  std::vector<int> keys(arrays.a.size() + arrays.b.size()), right(keys.size());
  std::vector<bool> written(keys.size());
  for (std::size_t k = 0; k < keys.size(); ++k) {
    right[k] = expected.next();
    keys[k] = read_element(c, k, type, labels).key;
    written[k] = !holds_only(kPoison, c, k, type);
  }
  return clues_of_keys(arrays, keys, right, written, static_cast<std::size_t>(first), geometry);
}

/// Whether C is not a permutation of A and B, by sums that don't depend on order.
bool keys_lost(const Keys& arrays, std::span<const std::byte> c, ValueType type, const Labels& labels) {
  std::uint64_t sum = 0, squares = 0;
  const auto add = [&](std::int64_t key, std::uint64_t clue) {
    const auto value = static_cast<std::uint64_t>(key);
    sum += clue * value;
    squares += clue * value * value;
  };
  for (const int key : arrays.a) add(key, 1);
  for (const int key : arrays.b) add(key, 1);
  for (std::size_t k = 0; k < arrays.a.size() + arrays.b.size(); ++k)
    add(read_element(c, k, type, labels).key, ~std::uint64_t{0});
  return sum != 0 || squares != 0;
}

class MergeKit final : public PairsKit {
 public:
  [[nodiscard]] std::string_view name() const override { return "merge"; }
  [[nodiscard]] std::string_view verb() const override { return "merges"; }
  [[nodiscard]] std::string_view about() const override { return "C is the stable merge of A and B"; }
  [[nodiscard]] const Interface* usual_interface(Runs runs) const override {
    using usual::array, usual::number;
    using Role = Argument::Role;
    static const Interface usual{
        .arguments = {array("A", Role::in, "m"), number("m", Role::size), array("B", Role::in, "n"),
                      number("n", Role::size), array("C", Role::out, "m+n")},
        .returns = {}};
    return runs == Runs::ranks ? nullptr : &usual;
  }
  [[nodiscard]] std::span<const std::string_view> numbers() const override {
    static constexpr std::string_view kNumbers[] = {"m", "n", "section", "tile"};
    return kNumbers;
  }
  [[nodiscard]] bool has_yardstick(std::string_view name) const override {
    return name == "merge_comparisons" || name == "std_merge" || name == "counters" || name == "cub";
  }
  [[nodiscard]] Outcome check_timed(const ProblemSet& set,
                                    std::span<const std::byte> returned) const override {
    return check_merge_of_ints(keys_of(set, 0), returned);
  }

  [[nodiscard]] Program program(const Lab& lab) const override {
    const auto [a, b] = names_of_pair(lab);
    return {.prepare =
                fmt::format("std::sort({0}.begin(), {0}.end());\nstd::sort({1}.begin(), {1}.end());\n", a, b),
            .expected = fmt::format(
                "std::merge({0}.begin(), {0}.end(), {1}.begin(), {1}.end(), right_{2}.begin());\n", a, b,
                output_of(lab)),
            .body = ""};
  }

 protected:
  [[nodiscard]] Outcome check_one(const Returned& of) const override {
    if (of.type == ValueType::int32 && is_merge_of_ints(of.arrays, of.c)) return {};
    return check_merge(of.arrays, of.c, of.type, of.labels, of.geometry);
  }

  [[nodiscard]] std::vector<Query> counted(const ProblemSet& set) const override { return set.queries; }
  [[nodiscard]] std::int64_t comparisons(const ProblemSet& set, const Query& query) const override {
    const Keys keys = keys_of(set, query);
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(keys.a.size() + keys.b.size()) - 1);
  }
  [[nodiscard]] Statement in_words(const ProblemSet& set, const Query& query, std::int64_t count,
                                   std::int64_t allowed) const override {
    const Keys keys = keys_of(set, query);
    return Statement(Sentence::comparisons, count, keys.a.size(), keys.b.size(), allowed, 0);
  }

  /// Whether a merge loses the rest of one array must not be left to what was drawn: the greatest key is in A
  /// and in B by turns, where they are equally long.
  [[nodiscard]] ProblemSet timed_on_host(ProblemSet set, int pair) const override {
    const int a = set.interface->first(Argument::Role::in), b = set.interface->first(Argument::Role::in, a);
    for (std::size_t i = 0; i < set.inputs.size(); ++i) {
      const Keys keys = keys_of(set, i);
      if (keys.a.size() != keys.b.size() || keys.a.empty() || keys.a.back() == keys.b.back()) continue;
      if ((keys.a.back() > keys.b.back()) == (pair % 2 == 0)) continue;
      std::vector<Elements>& arrays = set.inputs[i].arrays;
      std::swap(arrays[static_cast<std::size_t>(a)], arrays[static_cast<std::size_t>(b)]);
    }
    return set;
  }
  [[nodiscard]] double plain_time_s(const ProblemSet& set, std::vector<int>& found) const override {
    const Keys keys = keys_of(set, 0);
    found.assign(keys.a.size() + keys.b.size(), -1);
    const double begin_s = own_cpu_s();
    std::merge(keys.a.begin(), keys.a.end(), keys.b.begin(), keys.b.end(), found.begin());
    return own_cpu_s() - begin_s;
  }
  [[nodiscard]] std::string plain_code() const override { return "std::merge"; }
  [[nodiscard]] Outcome check_found(const ProblemSet& set, const std::vector<int>&,
                                    std::span<const std::byte> returned) const override {
    return check_timed(set, returned);
  }
};

}  // namespace

Outcome check_merge(const Keys& arrays, std::span<const std::byte> c, ValueType type, const Labels& labels,
                    const Geometry& geometry) {
  const auto total = static_cast<std::int64_t>(arrays.a.size() + arrays.b.size());
  StableMerge expected(arrays);
  Mismatches seen;
  for (std::int64_t k = 0; k < total; ++k) {
    const int key = expected.next();
    const Element got = read_element(c, static_cast<std::size_t>(k), type, labels);
    const bool key_right = got.key == key;
    if (key_right && (type == ValueType::int32 || got.origin == expected.origin())) continue;
    if (seen.count++ == 0) {
      seen.first = k;
      seen.first_is_poison = holds_only(kPoison, c, static_cast<std::size_t>(k), type);
      seen.why = Statement(key_right ? Sentence::expected_record : Sentence::expected_key,
                           say(Sentence::element_of, "C", k), key, expected.source());
      seen.why += key_right && !seen.first_is_poison
                      ? Statement(Sentence::got_record, source_of(got.origin, arrays))
                      : what_is_there(c, static_cast<std::size_t>(k), type, labels);
    }
    seen.keys_differ |= !key_right;
    if (geometry.section > 0 && geometry.tile > 0) {
      const std::int64_t section_start = k - k % geometry.section;
      const std::int64_t section_end = std::min(section_start + geometry.section, total);
      const std::int64_t last_tile = (section_end - section_start - 1) / geometry.tile * geometry.tile;
      seen.all_in_last_tile &= last_tile > geometry.tile && k - section_start >= last_tile;
    }
  }
  if (seen.count == 0) return {};
  Outcome outcome;
  outcome.verdict = Verdict::wrong_answer;
  outcome.symptom = symptom_of(seen, geometry, seen.keys_differ && keys_lost(arrays, c, type, labels));
  if (seen.keys_differ) outcome.clues = clues_of(arrays, c, type, labels, seen.first, geometry);
  outcome.why = std::move(seen.why) + first_of(seen.count) + place(seen.first, geometry) +
                Statement(Sentence::lengths, arrays.a.size(), arrays.b.size());
  return outcome;
}

bool is_merge_of_ints(const Keys& arrays, std::span<const std::byte> c) {
  const std::size_t m = arrays.a.size(), n = arrays.b.size();
  if (c.size() != (m + n) * sizeof(int)) return false;
  const auto is_there = [&](std::span<const int> keys, std::size_t from, std::size_t k) {
    const std::size_t bytes = (keys.size() - from) * sizeof(int);
    return bytes == 0 || std::memcmp(keys.data() + from, c.data() + k * sizeof(int), bytes) == 0;
  };
  std::size_t i = 0, j = 0;
  int differs = 0;
  while (i < m && j < n) {
    // Without an unpredictable branch.
    const int a = arrays.a[i], b = arrays.b[j];
    int got = 0;
    std::memcpy(&got, c.data() + (i + j) * sizeof got, sizeof got);
    const bool from_a = a <= b;
    differs |= got ^ std::min(a, b);
    i += from_a ? 1 : 0;
    j += from_a ? 0 : 1;
  }
  return differs == 0 && is_there(arrays.a, i, i + j) && is_there(arrays.b, j, m + j);
}

Outcome check_merge_of_ints(const Keys& arrays, std::span<const std::byte> c) {
  if (holds_keys_in_order(arrays, c)) return {};
  return check_merge(arrays, c, ValueType::int32, Labels(), {});
}

}  // namespace judge

const Kit& merge_kit() {
  static const judge::MergeKit kit;
  return kit;
}

}  // namespace mergelab
