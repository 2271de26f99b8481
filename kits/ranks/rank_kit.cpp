// The kit of searches for co-ranks.
#include "base/lines.hpp"
#include "judge/items/items.hpp"
#include "kits/keys/problems.hpp"
#include "kits/kits.hpp"
#include "kits/pairs/pairs_kit.hpp"
#include "kits/ranks/check.hpp"

namespace mergelab {
namespace judge {
namespace {

// Every k of this many is asked for, and a sample of as many when there are more.
constexpr std::int64_t kEveryRank = 1 << 12;
constexpr std::int64_t kSampledRanks = 4096;
constexpr std::size_t kCountedRanks = 257, kTimedRanks = 20'000;

std::vector<int> ranks_to_ask(std::int64_t total, std::uint64_t seed) {
  std::vector<int> k;
  if (total < kEveryRank) {
    k.resize(static_cast<std::size_t>(total) + 1);
    std::iota(k.begin(), k.end(), 0);
    return k;
  }
  Random random(seed);
  k = {0, static_cast<int>(total)};
  while (k.size() < kSampledRanks)
    k.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(total) + 1)));
  return k;
}

std::span<const int> cut(std::span<const int> keys, int from, int count) {
  return keys.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(count));
}

class RankKit final : public PairsKit {
 public:
  [[nodiscard]] std::string_view name() const override { return "co_rank"; }
  [[nodiscard]] std::string_view verb() const override { return "finds ranks"; }
  [[nodiscard]] std::string_view about() const override {
    return "returns how many of the first k outputs of that merge come from A";
  }
  [[nodiscard]] const Interface* usual_interface(Runs runs) const override {
    using usual::array, usual::number;
    using Role = Argument::Role;
    static const Interface usual{
        .runs = Runs::host,
        .arguments = {number("k", Role::parameter), array("A", Role::in, "m"), number("m", Role::size),
                      array("B", Role::in, "n"), number("n", Role::size)},
        .returns = "int"};
    return runs == Runs::host ? &usual : nullptr;
  }
  [[nodiscard]] std::span<const std::string_view> numbers() const override {
    static constexpr std::string_view kNumbers[] = {"k", "m", "n"};
    return kNumbers;
  }
  [[nodiscard]] bool has_yardstick(std::string_view name) const override {
    return name == "co_rank_comparisons" || name == "std_search" || name == "counters";
  }
  [[nodiscard]] std::vector<std::vector<int>> expected(const ProblemSet& set,
                                                       std::size_t problem) const override {
    const Keys keys = keys_of(set, set.queries[problem]);
    std::vector<std::vector<int>> expected(set.interface->arguments.size() + 1);
    for (const int k : ranks_asked(set, set.queries[problem]))
      expected.back().push_back(stable_rank(keys.a, keys.b, k));
    return expected;
  }
  [[nodiscard]] Outcome check_timed(const ProblemSet& set,
                                    std::span<const std::byte> returned) const override {
    std::vector<int> found;
    static_cast<void>(plain_time_s(set, found));
    return check_found(set, found, returned);
  }

  [[nodiscard]] Program program(const Lab& lab) const override {
    const auto [a, b] = names_of_pair(lab);
    // All k, as the merge goes on, one of A or B at a time.
    constexpr std::string_view kBody = R"cu(
long long wrong = 0;
for (int k = 0, right = 0; k <= m + n; ++k) {  // right: how many of the first k outputs come from @A@
  const int got = @FUNCTION@(k, @A@.data(), m, @B@.data(), n);
  if (got != right && wrong++ == 0) std::printf("@FUNCTION@ of k = %d is %d, expected %d\n", k, got, right);
  const int j = k - right;
  if (right < m && (j >= n || !(@B@[static_cast<std::size_t>(j)] < @A@[static_cast<std::size_t>(right)]))) ++right;
}
)cu";
    std::string body(kBody);
    base::replace_all(body, "@A@", a);
    base::replace_all(body, "@B@", b);
    base::replace_all(body, "@FUNCTION@", lab.function);
    return {.prepare =
                fmt::format("std::sort({0}.begin(), {0}.end());\nstd::sort({1}.begin(), {1}.end());\n", a, b),
            .expected = "",
            .body = body};
  }

 protected:
  void ask(ProblemSet& set, std::uint64_t seed) const override {
    for (Query& query : set.queries) {
      const Keys keys = keys_of(set, query);
      query = ranks_query(set, query.inputs,
                          ranks_to_ask(static_cast<std::int64_t>(keys.a.size() + keys.b.size()), seed));
    }
  }
  [[nodiscard]] Outcome check_one(const Returned& of) const override {
    std::vector<int> ranks(of.k.size());
    std::memcpy(ranks.data(), of.c.data(), of.c.size());
    return check_ranks(of.arrays, of.k, ranks);
  }

  /// One rank per query, so that each has its own count.
  [[nodiscard]] std::vector<Query> counted(const ProblemSet& set) const override {
    std::vector<Query> single;
    for (const Query& query : set.queries) {
      const std::vector<int> k = ranks_asked(set, query);
      const std::size_t step = std::max<std::size_t>(1, k.size() / kCountedRanks);
      for (std::size_t q = 0; q < k.size(); q += step)
        single.push_back(ranks_query(set, query.inputs, std::span(&k[q], 1)));
    }
    return single;
  }
  /// 4*ceil(log2(r+1)) + 8 with r = min(k, m) - max(0, k-n), the length of the search range.
  [[nodiscard]] std::int64_t comparisons(const ProblemSet& set, const Query& query) const override {
    const Keys keys = keys_of(set, query);
    const std::int64_t k = ranks_asked(set, query).front();
    const auto m = static_cast<std::int64_t>(keys.a.size()), n = static_cast<std::int64_t>(keys.b.size());
    const std::int64_t range = std::min(k, m) - std::max<std::int64_t>(0, k - n);
    // ceil(log2(r+1)) is the number of bits of r.
    return 4 * std::bit_width(static_cast<std::uint64_t>(range)) + 8;
  }
  [[nodiscard]] Statement in_words(const ProblemSet& set, const Query& query, std::int64_t count,
                                   std::int64_t allowed) const override {
    const Keys keys = keys_of(set, query);
    return Statement(Sentence::comparisons_for_rank, count, keys.a.size(), keys.b.size(), allowed,
                     ranks_asked(set, query).front());
  }

  [[nodiscard]] ProblemSet timed_on_host(ProblemSet set, int) const override {
    return crossed(set, kTimedRanks, fresh_seed());
  }
  [[nodiscard]] double plain_time_s(const ProblemSet& set, std::vector<int>& found) const override {
    const Query& query = set.queries.front();
    const Keys keys = keys_of(set, query);
    const std::vector<int> k = ranks_asked(set, query);
    std::vector<Part> parts(k.size());
    for (std::size_t q = 0; q < k.size(); ++q) parts[q] = part_asked(set, query, q);
    found.assign(k.size(), -1);
    const double begin_s = own_cpu_s();
    for (std::size_t q = 0; q < found.size(); ++q) {
      const Part& part = parts[q];
      found[q] = stable_rank(cut(keys.a, part.a, part.m), cut(keys.b, part.b, part.n), k[q]);
    }
    return own_cpu_s() - begin_s;
  }
  [[nodiscard]] std::string plain_code() const override { return say(Sentence::plain_search); }
  /// The first that differs is explained.
  [[nodiscard]] Outcome check_found(const ProblemSet& set, const std::vector<int>& found,
                                    std::span<const std::byte> returned) const override {
    std::vector<int> ranks(found.size());
    std::memcpy(ranks.data(), returned.data(), returned.size());
    const auto differs = std::mismatch(ranks.begin(), ranks.end(), found.begin()).first;
    if (differs == ranks.end()) return {};
    const auto q = static_cast<std::size_t>(differs - ranks.begin());
    const Query& query = set.queries.front();
    const Keys keys = keys_of(set, query);
    const Part part = part_asked(set, query, q);
    const std::vector<int> k = ranks_asked(set, query);
    return check_ranks({cut(keys.a, part.a, part.m), cut(keys.b, part.b, part.n)}, std::span(&k[q], 1),
                       std::span(&*differs, 1));
  }

  /// Of the k that is chosen, or of each, the middle first.
  [[nodiscard]] std::vector<ProblemSet> calls(const ProblemSet& set, const Numbers& numbers) const override {
    std::vector<ProblemSet> calls;
    std::int64_t most = 0;
    for (const ProblemSet& one : calls_of(set, most_traced())) {
      const Keys keys = keys_of(one, 0);
      const auto total = static_cast<std::int64_t>(keys.a.size() + keys.b.size());
      std::vector<std::int64_t> ranks{total / 2};
      for (std::int64_t k = 0; k <= total; ++k) {
        if (k != total / 2) ranks.push_back(k);
      }
      if (const auto chosen = numbers.find("k"); chosen != numbers.end()) {
        most = std::max(most, total);
        if (chosen->second > total) continue;
        ranks = {chosen->second};
      }
      for (const std::int64_t k : ranks) {
        ProblemSet& call = calls.emplace_back(one);
        const auto asked = static_cast<int>(k);
        call.inputs.front().numbers["k"] = k;
        call.queries = {ranks_query(one, 0, std::span(&asked, 1))};
      }
    }
    if (calls.empty() && !numbers.empty())
      throw std::out_of_range(
          fmt::format("k is {}, but must be from 0 to {}", numbers.begin()->second, most));
    return calls;
  }
  [[nodiscard]] std::span<const std::string_view> chosen_numbers() const override {
    static constexpr std::string_view kNumbers[] = {"k"};
    return kNumbers;
  }
};

}  // namespace

ProblemSet crossed(const ProblemSet& set, std::size_t count, std::uint64_t seed) {
  std::vector<Part> pairs;
  Arrays all;
  for (std::size_t i = 0; i < set.inputs.size(); ++i) {
    const Keys keys = keys_of(set, i);
    pairs.push_back({static_cast<int>(all.a.size()), static_cast<int>(keys.a.size()),
                     static_cast<int>(all.b.size()), static_cast<int>(keys.b.size())});
    all.a.insert(all.a.end(), keys.a.begin(), keys.a.end());
    all.b.insert(all.b.end(), keys.b.begin(), keys.b.end());
  }
  std::vector<int> k;
  std::vector<Part> parts;
  Random random(seed);
  while (k.size() < count) {
    const Part& a = pairs[random.below(pairs.size())];
    const Part& b = pairs[random.below(pairs.size())];
    k.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(a.m + b.n) + 1)));
    parts.push_back({a.a, a.m, b.b, b.n});
  }
  ProblemSet one = problems_of({std::move(all)}, *set.kit, *set.interface);
  one.queries = {ranks_query(one, 0, k, parts)};
  return one;
}

}  // namespace judge

const Kit& rank_kit() {
  static const judge::RankKit kit;
  return kit;
}

}  // namespace mergelab
