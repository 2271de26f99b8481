#include "judge/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace mergelab::judge {
namespace {

/// What one call was asked and returned.
struct Returned {
  const Arrays& arrays;
  const std::vector<int>& k;
  std::span<const std::byte> c;
  ValueType type;
  const Labels& labels;
  const Geometry& geometry;
  std::span<const int> kept;
};

Outcome check_output(std::optional<Kit> of, const Returned& returned) {
  const Kit kit = of.value();
  switch (kit) {
    case Kit::merge:
      if (returned.type == ValueType::int32 && is_merge_of_ints(returned.arrays, returned.c)) return {};
      return check_merge(returned.arrays, returned.c, returned.type, returned.labels, returned.geometry);
    case Kit::co_rank: {
      std::vector<int> ranks(returned.k.size());
      std::memcpy(ranks.data(), returned.c.data(), returned.c.size());
      return check_ranks(returned.arrays, returned.k, ranks);
    }
    case Kit::sort:
    case Kit::lists:
      return check_sort(returned.arrays, returned.c, returned.type, returned.labels, returned.kept);
  }
  return {};
}

std::string listed(std::span<const int> keys) { return fmt::format("{}", fmt::join(keys, ", ")); }

/// What the arrays of a failure hold: of few keys.
Explanation keys_of(const Arrays& arrays, std::optional<Kit> kit) {
  const std::string a = listed(arrays.a);
  if (!arrays.starts.empty()) return Statement(Sentence::keys_of_lists, a, listed(arrays.starts));
  if (kit == Kit::sort) return Statement(Sentence::keys_of_sort, a);
  return Statement(Sentence::keys_of_merge, a, listed(arrays.b));
}

Explanation keys_by_rank(const Arrays& arrays) {
  Explanation all;
  for (std::size_t r = 0; r + 1 < arrays.starts.size(); ++r) {
    const std::span keys(arrays.a.begin() + arrays.starts[r], arrays.a.begin() + arrays.starts[r + 1]);
    all += Statement(Sentence::keys_of_rank, r, listed(keys));
  }
  return all;
}

}  // namespace

Outcome check_untouched(const Image& image, const wire::Problem& problem,
                        std::span<const std::byte> returned) {
  return check_untouched(image.interface(), value_bytes(image.type()), problem, image.sent(), returned);
}

Outcome check_all(const ProblemSet& set, const Image& image, std::span<const std::byte> returned,
                  const Geometry& geometry, Kept kept) {
  for (std::size_t q = 0; q < set.queries.size(); ++q) {
    const wire::Problem& problem = image.problems()[q];
    const Query& query = set.queries[q];
    const Arrays& arrays = set.arrays[query.arrays];
    const wire::Buffer& buffer = image.c(problem);
    const auto c = returned.subspan(buffer.offset + buffer.margin_before, buffer.bytes);
    const std::span<const int> of_ranks = kept.empty() ? std::span<const int>() : kept[q];
    Outcome outcome =
        check_output(set.kit, {arrays, query.k, c, image.type(), image.labels(), geometry, of_ranks});
    const Outcome untouched = check_untouched(image, problem, returned);
    if (!untouched.passed()) outcome = untouched;
    if (outcome.passed()) continue;
    outcome.problem = static_cast<std::uint32_t>(q);
    if (arrays.a.size() + arrays.b.size() <= 16) {
      outcome.why += of_ranks.empty() ? keys_of(arrays, set.kit) : keys_by_rank(arrays);
    }
    return outcome;
  }
  return {};
}

}  // namespace mergelab::judge
