#include "judge/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "judge/expected.hpp"
#include "judge/signs.hpp"

namespace mergelab::judge {
namespace {

struct Element {
  int key = 0;
  int origin = -1;  // -1: the type carries none
};

Element read_element(std::span<const std::byte> c, std::size_t index, ValueType type, const Labels& labels) {
  Element element;
  const std::byte* at = c.data() + index * value_bytes(type);
  if (type == ValueType::record) {
    int record[2];
    std::memcpy(record, at, sizeof record);
    element = {record[0], record[1]};
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
  return std::all_of(bytes.begin(), bytes.end(), [&](std::byte b) { return b == filler; });
}

/// Where a record says that it comes from.
std::string source_of(int origin, const Arrays& arrays) {
  const auto m = static_cast<std::int64_t>(arrays.a.size()), n = static_cast<std::int64_t>(arrays.b.size());
  if (origin < 0 || origin >= m + n) return "nowhere";
  return origin < m ? fmt::format("A[{}]", origin) : fmt::format("B[{}]", origin - m);
}

std::string place(std::int64_t k, const Geometry& geometry) {
  if (geometry.section <= 0) return "";
  const std::int64_t within = k % geometry.section;
  std::string text = fmt::format("; block {}", k / geometry.section);
  if (geometry.tile <= 0) return text;
  const std::int64_t in_tile = within % geometry.tile;
  text += fmt::format(", tile {} of its section", within / geometry.tile);
  if (in_tile == 0 || in_tile == geometry.tile - 1) text += ", at a tile boundary";
  return text;
}

/// Everything about the elements that differ that a symptom can be told from.
struct Mismatches {
  std::int64_t count = 0, first = -1;
  std::string first_text;
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
Signs signs_of(const Arrays& arrays, std::span<const std::byte> c, ValueType type, const Labels& labels,
               std::int64_t first, const Geometry& geometry) {
  Expected expected(arrays);
  std::vector<int> keys(arrays.a.size() + arrays.b.size()), right(keys.size());
  std::vector<bool> written(keys.size());
  for (std::size_t k = 0; k < keys.size(); ++k) {
    right[k] = expected.next();
    keys[k] = read_element(c, k, type, labels).key;
    written[k] = !holds_only(kPoison, c, k, type);
  }
  return signs_of_merge(arrays, keys, right, written, static_cast<std::size_t>(first), geometry);
}

/// Whether C is no permutation of A and B, by sums that don't depend on order.
bool keys_lost(const Arrays& arrays, std::span<const std::byte> c, ValueType type, const Labels& labels) {
  std::uint64_t sum = 0, squares = 0;
  const auto add = [&](std::int64_t key, std::uint64_t sign) {
    const auto value = static_cast<std::uint64_t>(key);
    sum += sign * value;
    squares += sign * value * value;
  };
  for (const int key : arrays.a) add(key, 1);
  for (const int key : arrays.b) add(key, 1);
  for (std::size_t k = 0; k < arrays.a.size() + arrays.b.size(); ++k)
    add(read_element(c, k, type, labels).key, ~std::uint64_t{0});
  return sum != 0 || squares != 0;
}

}  // namespace

Outcome check_merge(const Arrays& arrays, std::span<const std::byte> c, ValueType type, const Labels& labels,
                    const Geometry& geometry) {
  const auto total = static_cast<std::int64_t>(arrays.a.size() + arrays.b.size());
  Expected expected(arrays);
  Mismatches seen;
  for (std::int64_t k = 0; k < total; ++k) {
    const int key = expected.next();
    const Element got = read_element(c, static_cast<std::size_t>(k), type, labels);
    const bool key_right = got.key == key;
    if (key_right && (type == ValueType::int32 || got.origin == expected.origin())) continue;
    if (seen.count++ == 0) {
      seen.first = k;
      seen.first_is_poison = holds_only(kPoison, c, static_cast<std::size_t>(k), type);
      const bool only_origin = key_right;
      const std::string wanted = only_origin
                                     ? fmt::format("the record with key {} from {}", key, expected.source())
                                     : fmt::format("{} (from {})", key, expected.source());
      const std::string found = seen.first_is_poison ? "it was never written"
                                : holds_only(kSharedPoison, c, static_cast<std::size_t>(k), type)
                                    ? "got shared memory that was never written"
                                : holds_only(kInputMargin, c, static_cast<std::size_t>(k), type)
                                    ? "got what lies outside of the arrays"
                                : only_origin ? "got the one from " + source_of(got.origin, arrays)
                                              : fmt::format("got {}", got.key);
      seen.first_text = fmt::format("C[{}] expected {}, {}", k, wanted, found);
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
  if (seen.keys_differ) outcome.signs = signs_of(arrays, c, type, labels, seen.first, geometry);
  outcome.message =
      fmt::format("{}\n  {}{}; m = {}, n = {}", seen.first_text,
                  seen.count == 1 ? "the only mismatch" : fmt::format("first of {} mismatches", seen.count),
                  place(seen.first, geometry), arrays.a.size(), arrays.b.size());
  return outcome;
}

Outcome check_ranks(const Arrays& arrays, std::span<const int> k, std::span<const int> ranks) {
  const auto m = static_cast<int>(arrays.a.size()), n = static_cast<int>(arrays.b.size());
  // stable[q]: how many of the first q outputs come from A.
  std::vector<int> stable(arrays.a.size() + arrays.b.size() + 1);
  Expected expected(arrays);
  for (std::size_t q = 1; q < stable.size(); ++q) {
    expected.next();
    stable[q] = static_cast<int>(expected.taken_of_a());
  }
  std::size_t wrong = 0;
  Outcome outcome;
  std::vector<int> right;
  for (std::size_t q = 0; q < k.size(); ++q) {
    const int want = stable[static_cast<std::size_t>(k[q])], got = ranks[q];
    right.push_back(want);
    if (got == want) continue;
    if (wrong++ > 0) continue;
    outcome.verdict = Verdict::wrong_answer;
    const std::string place = fmt::format("rank k = {} of m = {}, n = {}: ", k[q], m, n);
    outcome.message = place + fmt::format("expected i = {}, got {}", want, got);
    const int low = std::max(0, k[q] - n), high = std::min(k[q], m);
    std::int32_t poison = 0;
    std::memset(&poison, static_cast<int>(kPoison), sizeof poison);
    if (got == poison) {
      outcome.symptom = "unwritten";
      outcome.message = place + fmt::format("expected i = {}, nothing was returned", want);
    } else if (got < low || got > high) {
      outcome.symptom = "out_of_range";
      outcome.message += fmt::format("\n  i must lie in [max(0, k-n), min(k, m)] = [{}, {}]", low, high);
    } else {
      const int j = k[q] - got;
      const auto ai = static_cast<std::size_t>(got), bj = static_cast<std::size_t>(j);
      const bool a_fits = got == 0 || j == n || arrays.a[ai - 1] <= arrays.b[bj];
      const bool b_fits = j == 0 || got == m || arrays.b[bj - 1] <= arrays.a[ai];
      outcome.symptom = a_fits && b_fits ? "split_not_stable" : "not_a_split";
      outcome.message +=
          a_fits && b_fits
              ? fmt::format(
                    "\n  the keys of this split are right, but B[{}] = {} is taken before the equal A[{}]",
                    j - 1, arrays.b[bj - 1], got)
          : a_fits ? fmt::format("\n  B[{}] = {} is in the prefix, the smaller A[{}] = {} is not", j - 1,
                                 arrays.b[bj - 1], got, arrays.a[ai])
                   : fmt::format("\n  A[{}] = {} is in the prefix, the smaller B[{}] = {} is not", got - 1,
                                 arrays.a[ai - 1], j, arrays.b[bj]);
      if (a_fits && b_fits && got > want) outcome.symptom = "not_a_split";
    }
  }
  if (wrong > 0) outcome.signs = signs_of_ranks(arrays, k, ranks, right);
  if (wrong > 1) outcome.message += fmt::format("\n  first of {} wrong ranks for these arrays", wrong);
  return outcome;
}

Outcome check_untouched(const Image& image, const wire::Problem& problem,
                        std::span<const std::byte> returned) {
  const auto touched = [&](const wire::Buffer& buffer, std::size_t from, std::size_t bytes) {
    const auto* sent = image.sent().data() + buffer.offset + from;
    const auto* got = returned.data() + buffer.offset + from;
    return static_cast<std::size_t>(std::mismatch(sent, sent + bytes, got).first - sent);
  };
  const auto size = static_cast<std::int64_t>(value_bytes(image.type()));
  const struct {
    const char* name;
    const wire::Buffer& buffer;
    bool input;
  } buffers[] = {{"A", problem.a, true},
                 {"B", problem.b, true},
                 {problem.k_count > 0 ? "ranks" : "C", problem.c, false}};
  for (const auto& [name, buffer, input] : buffers) {
    if (input) {
      const std::size_t at = touched(buffer, buffer.margin_before, buffer.bytes);
      if (at < buffer.bytes) {
        return {Verdict::wrong_answer,
                fmt::format("{}[{}] was changed, but {} is an input", name,
                            static_cast<std::int64_t>(at) / size, name),
                "input_changed",
                {}};
      }
    }
    const std::size_t after_start = buffer.margin_before + buffer.bytes;
    const std::size_t before = touched(buffer, 0, buffer.margin_before);
    const std::size_t after = touched(buffer, after_start, buffer.margin_after);
    if (before == buffer.margin_before && after == buffer.margin_after) continue;
    const std::int64_t elements = static_cast<std::int64_t>(buffer.bytes) / size;
    const std::int64_t index =
        before < buffer.margin_before
            ? -((static_cast<std::int64_t>(buffer.margin_before - before) + size - 1) / size)
            : elements + static_cast<std::int64_t>(after) / size;
    return {Verdict::wrong_answer,
            fmt::format("wrote to {0}[{1}], outside {0}, which has {2} elements", name, index, elements),
            "outside",
            {}};
  }
  return {};
}

Outcome check_all(const ProblemSet& set, const Image& image, std::span<const std::byte> returned,
                  const Geometry& geometry) {
  for (std::size_t q = 0; q < set.queries.size(); ++q) {
    const wire::Problem& problem = image.problems()[q];
    const Query& query = set.queries[q];
    const Arrays& arrays = set.arrays[query.arrays];
    const auto c = returned.subspan(problem.c.offset + problem.c.margin_before, problem.c.bytes);
    Outcome outcome;
    if (query.k.empty()) {
      outcome = check_merge(arrays, c, image.type(), image.labels(), geometry);
    } else {
      std::vector<int> ranks(query.k.size());
      std::memcpy(ranks.data(), c.data(), c.size());
      outcome = check_ranks(arrays, query.k, ranks);
    }
    const Outcome untouched = check_untouched(image, problem, returned);
    if (!untouched.passed()) outcome = untouched;
    if (outcome.passed()) continue;
    if (arrays.a.size() + arrays.b.size() <= 16) {
      outcome.message +=
          fmt::format("\n  A = [{}], B = [{}]", fmt::join(arrays.a, ", "), fmt::join(arrays.b, ", "));
    }
    return outcome;
  }
  return {};
}

}  // namespace mergelab::judge
