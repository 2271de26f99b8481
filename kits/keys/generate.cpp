#include "kits/keys/generate.hpp"

namespace mergelab::judge {
namespace {

int as_int(std::int64_t key) {
  return static_cast<int>(std::min<std::int64_t>(key, std::numeric_limits<int>::max()));
}

/// Over the whole range of int, in linear time. A key may come twice.
std::vector<int> spread(std::size_t count, Random& random) {
  std::vector<int> keys(count);
  const std::uint64_t mean = (std::uint64_t{1} << 32) / (count + 1);
  std::int64_t key = std::numeric_limits<int>::min();
  for (int& place : keys) {
    // Multiply and shift: the bias of the high bits does not matter here.
    key += static_cast<std::int64_t>(((random.next() >> 32) * (2 * mean)) >> 32);
    place = as_int(key);
  }
  return keys;
}

/// Every 128 keys the mean distance to the next one changes by a factor of up to 256. All are even, or odd
/// with `parity` 1.
std::vector<int> uneven(std::size_t count, std::int64_t parity, Random& random) {
  constexpr std::size_t kStretch = 128, kDistances = 9;
  std::vector<int> keys(count);
  std::int64_t key = -static_cast<std::int64_t>(random.below(1 << 20));
  std::uint64_t distance = 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % kStretch == 0) distance = 2ULL << random.below(kDistances);
    key += 1 + static_cast<std::int64_t>(random.below(distance));
    keys[i] = as_int(2 * key + parity);
  }
  return keys;
}

/// Each sixteenth of the keys spans twice the range of the one before. No key comes twice among 2^19.
std::vector<int> skewed(std::size_t count, Random& random) {
  constexpr std::size_t kStretches = 16;
  std::vector<int> keys(count);
  std::int64_t key = 0;
  for (std::size_t i = 0; i < count; ++i) {
    key += 1 + static_cast<std::int64_t>(random.below(2ULL << kStretches * i / count));
    keys[i] = as_int(key);
  }
  return keys;
}

constexpr std::int64_t kMaxTotal = std::numeric_limits<int>::max();

struct Sizes {
  std::size_t m = 0, n = 0;
  std::size_t run = 1;
  int distinct = 1;
};

/// Deals keys to A and B in the order that `takes_a(i, j)` says. Each is greater than the one before by what
/// `distance` returns, or some of it.
template <class TakesA, class Distance>
Arrays deal(const Sizes& sizes, Random& random, std::int64_t key, TakesA takes_a, Distance distance) {
  Arrays arrays{std::vector<int>(sizes.m), std::vector<int>(sizes.n)};
  const auto next_key = [&] {
    return as_int(key += 1 + static_cast<std::int64_t>(random.below(distance())));
  };
  std::size_t i = 0, j = 0;
  while (i < sizes.m && j < sizes.n) {
    // Written to both, and counted for one: an unpredictable branch takes longer.
    arrays.a[i] = arrays.b[j] = next_key();
    const bool from_a = takes_a(i, j);
    i += from_a ? 1 : 0;
    j += from_a ? 0 : 1;
  }
  while (i < sizes.m) arrays.a[i++] = next_key();
  while (j < sizes.n) arrays.b[j++] = next_key();
  return arrays;
}

/// Evenly spread keys.
template <class TakesA>
Arrays deal(const Sizes& sizes, Random& random, TakesA takes_a) {
  const std::uint64_t total = sizes.m + sizes.n;
  const std::uint64_t step = total == 0 ? 1 : std::clamp<std::uint64_t>((1ULL << 31) / total, 1, 1000);
  const std::int64_t key =
      total * step < (1ULL << 31) ? -static_cast<std::int64_t>(random.below(1 << 20)) : -(1LL << 30);
  return deal(sizes, random, key, takes_a, [&] { return step; });
}

Arrays make_distinct(const Sizes& sizes, Random& random) {
  return deal(sizes, random, [&](std::size_t i, std::size_t j) {
    return random.below((sizes.m - i) + (sizes.n - j)) < sizes.m - i;
  });
}

/// A sum of one number below 3 for each scale: every 2^scale calls it is drawn anew.
class ManyScales {
 public:
  ManyScales(Random& random, std::vector<int> scales)
      : random_(random), scales_(std::move(scales)), drawn_(scales_.size()) {}

  int next() {
    for (std::size_t i = 0; i < scales_.size(); ++i) {
      if (count_ % (1ULL << scales_[i]) == 0) drawn_[i] = static_cast<int>(random_.below(3));
    }
    ++count_;
    return std::accumulate(drawn_.begin(), drawn_.end(), 0);
  }

 private:
  Random& random_;
  std::vector<int> scales_, drawn_;
  std::uint64_t count_ = 0;
};

/// Dense and sparse at every scale, and more of a long stretch in A than in B, or less: neither a key's value
/// nor its place in its array tells its place in the other. No key comes twice among 2^24.
Arrays make_clustered(const Sizes& sizes, Random& random) {
  ManyScales distances(random, {5, 8, 11, 14, 17}), favours(random, {17});
  constexpr int kEven = 1;  // favours neither A nor B; the others favour one by a quarter
  const auto takes_a = [&](std::size_t i, std::size_t j) {
    const int favour = favours.next() - kEven;
    const std::uint64_t of_a = (sizes.m - i) * static_cast<std::uint64_t>(4 + std::max(favour, 0));
    const std::uint64_t of_b = (sizes.n - j) * static_cast<std::uint64_t>(4 + std::max(-favour, 0));
    return random.below(of_a + of_b) < of_a;
  };
  return deal(sizes, random, -(1LL << 30), takes_a, [&] { return std::uint64_t{1} << distances.next(); });
}

Arrays make_runs(const Sizes& sizes, Random& random) {
  return deal(sizes, random, [&](std::size_t i, std::size_t j) { return i / sizes.run <= j / sizes.run; });
}

Arrays make_staircase(const Sizes& sizes, Random& random) {
  std::size_t step = 1, left = 1;
  bool a_turn = true;
  return deal(sizes, random, [&](std::size_t, std::size_t) {
    if (left == 0) {
      if (!a_turn) ++step;
      a_turn = !a_turn;
      left = step;
    }
    --left;
    return a_turn;
  });
}

/// Both arrays drawn key by key, then sorted.
template <class Draw>
Arrays draw(const Sizes& sizes, Draw draw_key) {
  Arrays arrays{std::vector<int>(sizes.m), std::vector<int>(sizes.n)};
  for (auto* keys : {&arrays.a, &arrays.b}) {
    std::generate(keys->begin(), keys->end(), draw_key);
    std::sort(keys->begin(), keys->end());
  }
  return arrays;
}

Arrays make_uniform(const Sizes& sizes, Random& random) {
  return draw(sizes, [&] { return static_cast<int>(static_cast<std::uint32_t>(random.next())); });
}

Arrays make_few(const Sizes& sizes, Random& random) {
  return draw(sizes,
              [&] { return static_cast<int>(random.below(static_cast<std::uint64_t>(sizes.distinct))); });
}

Arrays make_extremes(const Sizes& sizes, Random& random) {
  constexpr int kMin = std::numeric_limits<int>::min(), kMax = std::numeric_limits<int>::max();
  constexpr std::array<int, 8> kKeys{kMin, kMin, kMin + 1, -1, 0, kMax - 1, kMax, kMax};
  return draw(sizes, [&] { return kKeys[random.below(kKeys.size())]; });
}

Arrays make_equal_runs(const Sizes& sizes, Random&) {
  Arrays arrays;
  for (std::size_t i = 0; i < sizes.m; ++i) arrays.a.push_back(static_cast<int>(i / sizes.run));
  for (std::size_t j = 0; j < sizes.n; ++j) arrays.b.push_back(static_cast<int>(j / sizes.run));
  return arrays;
}

Arrays make_same(const Sizes& sizes, Random& random) {
  const std::size_t longest = std::max(sizes.m, sizes.n);
  const std::vector<int> keys = make_distinct({.m = longest}, random).a;
  return {{keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(sizes.m)},
          {keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(sizes.n)}};
}

/// Both arrays made by `side`, of so many keys.
template <class Side>
Arrays both(const Sizes& sizes, Side side) {
  std::vector<int> a = side(sizes.m);
  return {std::move(a), side(sizes.n)};
}

Arrays make_spread(const Sizes& sizes, Random& random) {
  return both(sizes, [&](std::size_t count) { return spread(count, random); });
}

// A's are even and B's odd, so that no A has a key of any B.
Arrays make_uneven(const Sizes& sizes, Random& random) {
  std::vector<int> a = uneven(sizes.m, 0, random);
  return {std::move(a), uneven(sizes.n, 1, random)};
}

Arrays make_skewed(const Sizes& sizes, Random& random) {
  return both(sizes, [&](std::size_t count) { return skewed(count, random); });
}

/// Both arrays made by `side` from keys of that length, no key twice in either.
template <class Side>
Arrays disorder(const Sizes& sizes, Random& random, Side side) {
  std::vector<int> a = side(make_distinct({.m = sizes.m}, random).a);
  return {std::move(a), side(make_distinct({.m = sizes.n}, random).a)};
}

Arrays make_unsorted(const Sizes& sizes, Random& random) {
  Arrays arrays{std::vector<int>(sizes.m), std::vector<int>(sizes.n)};
  for (auto* keys : {&arrays.a, &arrays.b}) {
    std::generate(keys->begin(), keys->end(),
                  [&] { return static_cast<int>(static_cast<std::uint32_t>(random.next())); });
  }
  return arrays;
}

/// What another generator makes, in random order.
template <class Make>
Arrays make_shuffled(const Sizes& sizes, Random& random, Make make) {
  const Arrays arrays = make(sizes, random);
  std::vector<int> a = shuffled(arrays.a, random);
  return {std::move(a), shuffled(arrays.b, random)};
}

using Maker = std::function<Arrays(const Sizes&, Random&)>;

const std::vector<std::pair<std::string, Maker>>& makers() {
  static const std::vector<std::pair<std::string, Maker>> kMakers{
      {"distinct", make_distinct},
      {"uniform", make_uniform},
      {"few", make_few},
      {"all_equal", [](const Sizes& sizes, Random&) { return draw(sizes, [] { return 7; }); }},
      {"equal_runs", make_equal_runs},
      {"a_first", [](const Sizes& sizes,
                     Random& random) { return deal(sizes, random, [](auto, auto) { return true; }); }},
      {"b_first", [](const Sizes& sizes,
                     Random& random) { return deal(sizes, random, [](auto, auto) { return false; }); }},
      {"alternating",
       [](const Sizes& sizes, Random& random) {
         return deal(sizes, random, [](auto i, auto j) { return i <= j; });
       }},
      {"runs", make_runs},
      {"staircase", make_staircase},
      {"extremes", make_extremes},
      {"same", make_same},
      {"spread", make_spread},
      {"uneven", make_uneven},
      {"skewed", make_skewed},
      {"clustered", make_clustered},
      {"shuffled",
       [](const Sizes& sizes, Random& random) { return make_shuffled(sizes, random, make_distinct); }},
      {"unsorted", make_unsorted},
      {"unsorted_clustered",
       [](const Sizes& sizes, Random& random) { return make_shuffled(sizes, random, make_clustered); }},
      {"unsorted_few",
       [](const Sizes& sizes, Random& random) { return make_shuffled(sizes, random, make_few); }},
      {"unsorted_extremes",
       [](const Sizes& sizes, Random& random) { return make_shuffled(sizes, random, make_extremes); }},
      {"reversed", [](const Sizes& sizes, Random& random) { return disorder(sizes, random, reversed); }},
      {"organ_pipe", [](const Sizes& sizes, Random& random) { return disorder(sizes, random, organ_pipe); }},
      {"sawtooth",
       [](const Sizes& sizes, Random& random) {
         return disorder(sizes, random,
                         [&](const std::vector<int>& keys) { return sawtooth(keys, sizes.run); });
       }},
      {"one_displaced",
       [](const Sizes& sizes, Random& random) {
         return disorder(sizes, random,
                         [&](const std::vector<int>& keys) { return one_displaced(keys, random); });
       }},
  };
  return kMakers;
}

/// All sorted arrays over keys 0..distinct-1 with at most `longest` elements.
std::vector<std::vector<int>> all_sorted(std::size_t longest, int distinct) {
  std::vector<std::vector<int>> all{{}};
  for (std::size_t first = 0, length = 1; length <= longest; ++length) {
    const std::size_t last = all.size();
    for (std::size_t i = first; i < last; ++i) {
      for (int key = all[i].empty() ? 0 : all[i].back(); key < distinct; ++key) {
        all.push_back(all[i]);
        all.back().push_back(key);
      }
    }
    first = last;
  }
  return all;
}

std::vector<Arrays> make_exhaustive(const Sizes& sizes) {
  std::vector<Arrays> pairs;
  const auto all_b = all_sorted(sizes.n, sizes.distinct);
  for (const auto& a : all_sorted(sizes.m, sizes.distinct)) {
    for (const auto& b : all_b) pairs.push_back({a, b});
  }
  return pairs;
}

/// The k lengths of lists of `total` elements, as list_lengths() says.
std::vector<std::size_t> lengths_of_lists(const ListsSpec& spec, std::size_t k, std::size_t total,
                                          Random& random) {
  std::vector<std::size_t> lengths(k);
  std::size_t left = total;
  if (spec.lengths == "equal") {
    for (std::size_t i = 0; i < k; ++i) lengths[i] = total * (i + 1) / k - total * i / k;
  } else if (spec.lengths == "random") {
    std::vector<std::size_t> cuts(k - 1);
    std::generate(cuts.begin(), cuts.end(), [&] { return random.below(total + 1); });
    std::ranges::sort(cuts);
    cuts.push_back(total);
    for (std::size_t i = 0; i < k; ++i) lengths[i] = cuts[i] - (i == 0 ? 0 : cuts[i - 1]);
  } else if (spec.lengths == "halving") {
    for (std::size_t i = 0; i < k; ++i) left -= lengths[i] = (left + 1) / 2;
    lengths[0] += left;
  } else if (spec.lengths == "long") {
    for (std::size_t i = 0; i < k && left > 0; ++i) left -= lengths[i] = 1;
    lengths[k / 2] += left;
  } else if (spec.lengths == "alone") {
    lengths[k / 2] = total;
  } else {
    throw std::invalid_argument("no lengths are named '" + spec.lengths + "'");
  }
  return lengths;
}

}  // namespace

KeysCase with_drawn_sizes(KeysCase spec, const Symbols& of_lab, std::uint64_t seed) {
  if (spec.vary == 0) return spec;
  Random random(base::hash_text(seed, "sizes"));
  const auto drawn = [&](std::int64_t size, std::int64_t step) {
    const auto steps = static_cast<std::uint64_t>(size * spec.vary / 100 / std::max<std::int64_t>(1, step));
    return Size(std::to_string(size - static_cast<std::int64_t>(random.below(steps + 1)) * step));
  };
  Symbols sizes = spec.symbols(of_lab);
  spec.section = drawn(sizes.section, sizes.tile);
  sizes = spec.symbols(of_lab);
  spec.m = drawn(spec.m.evaluate(sizes), sizes.section);
  spec.n = drawn(spec.n.evaluate(sizes), sizes.section);
  if (spec.lists) spec.lists->k = static_cast<int>(drawn(spec.lists->k, 1).evaluate(sizes));
  return spec;
}

std::vector<Arrays> generate(const KeysCase& spec, const Symbols& symbols, std::uint64_t seed) {
  if (spec.generator == "literal") return {{spec.keys_a, spec.keys_b, spec.starts}};
  const std::int64_t m = spec.m.evaluate(symbols), n = spec.n.evaluate(symbols);
  if (m + n > kMaxTotal) throw std::out_of_range("m+n is over 2^31-1");
  const Sizes sizes{static_cast<std::size_t>(m), static_cast<std::size_t>(n),
                    static_cast<std::size_t>(std::max<std::int64_t>(1, spec.run.evaluate(symbols))),
                    std::max(1, spec.distinct)};
  if (spec.generator == "exhaustive") return make_exhaustive(sizes);
  const auto found =
      std::ranges::find_if(makers(), [&](const auto& entry) { return entry.first == spec.generator; });
  if (found == makers().end()) throw std::invalid_argument("no generator is named '" + spec.generator + "'");
  Random random(seed);
  std::vector<Arrays> problems;
  for (int repeat = 0; repeat < spec.count; ++repeat) {
    Sizes one = sizes;
    // Several problems of one kind also differ in size, up to the size asked for.
    if (spec.count > 1) {
      one.m = static_cast<std::size_t>(random.below(sizes.m + 1));
      one.n = static_cast<std::size_t>(random.below(sizes.n + 1));
    }
    Arrays made = found->second(one, random);
    if (spec.lists) {
      auto k = static_cast<std::size_t>(spec.lists->k);
      if (spec.count > 1) k = 1 + random.below(k);
      made = deal_to_lists(made.a, *spec.lists, k, random);
    }
    problems.push_back(std::move(made));
  }
  return problems;
}

std::vector<int> shuffled(std::vector<int> keys, Random& random) {
  for (std::size_t i = keys.size(); i > 1; --i) std::swap(keys[i - 1], keys[random.below(i)]);
  return keys;
}

std::vector<int> reversed(std::vector<int> keys) {
  std::ranges::reverse(keys);
  return keys;
}

std::vector<int> organ_pipe(std::vector<int> keys) {
  for (std::size_t i = 0; i < keys.size() / 2; ++i) keys[keys.size() - 1 - i] = keys[i];
  return keys;
}

std::vector<int> sawtooth(std::vector<int> keys, std::size_t run) {
  for (std::size_t i = run; i < keys.size(); ++i) keys[i] = keys[i - run];
  return keys;
}

std::vector<int> one_displaced(std::vector<int> keys, Random& random) {
  if (keys.size() < 2) return keys;
  const auto at = [&](std::size_t index) { return keys.begin() + static_cast<std::ptrdiff_t>(index); };
  const std::size_t from = random.below(keys.size());
  const std::size_t to = (from + 1 + random.below(keys.size() - 1)) % keys.size();
  if (from < to) {
    std::rotate(at(from), at(from + 1), at(to + 1));
  } else {
    std::rotate(at(to), at(from), at(from + 1));
  }
  return keys;
}

Arrays deal_to_lists(const std::vector<int>& keys, const ListsSpec& spec, std::size_t k, Random& random) {
  Arrays arrays{std::vector<int>(keys.size()), {}, {0}};
  if (k == 0) {
    if (!keys.empty()) throw std::out_of_range("no lists have no keys: with \"k\" 0, m is 0");
    return arrays;
  }
  std::vector<std::size_t> left = lengths_of_lists(spec, k, keys.size(), random);
  for (const std::size_t length : left)
    arrays.starts.push_back(arrays.starts.back() + static_cast<int>(length));
  std::vector<std::size_t> owners;  // of each key, in the order of keys
  if (spec.order == "turns") {
    std::vector<std::size_t> room = left;
    while (owners.size() < keys.size()) {
      for (std::size_t i = 0; i < k; ++i) {
        if (room[i] == 0) continue;
        --room[i];
        owners.push_back(i);
      }
    }
  } else {
    for (std::size_t i = 0; i < k; ++i) {
      const std::size_t list = spec.order == "backward" ? k - 1 - i : i;
      owners.insert(owners.end(), left[list], list);
    }
  }
  if (spec.order == "mixed") {
    for (std::size_t rest = owners.size(); rest > 1; --rest)
      std::swap(owners[rest - 1], owners[random.below(rest)]);
  }
  std::vector<int> next = arrays.starts;
  for (std::size_t at = 0; at < keys.size(); ++at)
    arrays.a[static_cast<std::size_t>(next[owners[at]]++)] = keys[at];
  return arrays;
}

std::string place_in_lists(const Keys& arrays, std::size_t index, bool of_ranks) {
  const auto behind = std::ranges::upper_bound(arrays.starts, static_cast<int>(index));
  const auto list = static_cast<std::size_t>(behind - arrays.starts.begin()) - 1;
  const std::size_t element = index - static_cast<std::size_t>(arrays.starts[list]);
  return of_ranks ? say(Sentence::element_of_rank, element, list)
                  : say(Sentence::element_of_list, list, element);
}

Arrays as_lists(Arrays arrays) {
  if (!arrays.starts.empty()) return arrays;
  const int m = static_cast<int>(arrays.a.size());
  arrays.a.insert(arrays.a.end(), arrays.b.begin(), arrays.b.end());
  arrays.b.clear();
  arrays.starts = {0, m, static_cast<int>(arrays.a.size())};
  return arrays;
}

}  // namespace mergelab::judge
