// Lab 10's inputs over processes, and their expected order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace mergelab {

struct Record {
  int key, origin;
};
inline int key_of(int key) { return key; }
inline int key_of(const Record& record) { return record.key; }
inline bool same(int x, int y) { return x == y; }
inline bool same(const Record& x, const Record& y) { return x.key == y.key && x.origin == y.origin; }
inline int make(int key, int /*origin*/, int) { return key; }
inline Record make(int key, int origin, Record) { return {key, origin}; }

/// std::stable_sort by key; many elements are sorted in `threads` parts, a power of 2, that
/// std::inplace_merge joins, which is stable too.
template <class Iterator>
void sort_stably(Iterator begin, Iterator end, unsigned threads) {
  constexpr std::ptrdiff_t kWorthThreads = 1 << 22;
  const auto before = [](const auto& x, const auto& y) { return key_of(x) < key_of(y); };
  const std::ptrdiff_t count = end - begin, parts = count < kWorthThreads ? 1 : threads;
  const auto at = [&](std::ptrdiff_t part) { return begin + count * part / parts; };
  const auto side_by_side = [&](std::ptrdiff_t step, auto work) {
    std::vector<std::thread> running;
    for (std::ptrdiff_t part = 0; part < parts; part += step) running.emplace_back(work, part);
    for (std::thread& each : running) each.join();
  };
  side_by_side(1, [&](std::ptrdiff_t part) { std::stable_sort(at(part), at(part + 1), before); });
  for (std::ptrdiff_t width = 1; width < parts; width *= 2)
    side_by_side(2 * width, [&](std::ptrdiff_t part) {
      std::inplace_merge(at(part), at(part + width), at(part + 2 * width), before);
    });
}

/// The keys of all ranks, consecutive, and each rank's number.
struct Dealt {
  std::vector<int> keys, lengths;
};

inline const std::vector<std::string> kDistributions = {"uniform", "skewed",   "few",    "equal",   "sorted",
                                                        "reverse", "last_low", "uneven", "one_rank"};

inline Dealt deal(const std::string& distribution, int total, int ranks, unsigned threads) {
  Dealt dealt;
  dealt.keys.resize(static_cast<std::size_t>(total));
  std::mt19937 random(17);
  for (int& key : dealt.keys) key = static_cast<int>(random());
  if (distribution == "skewed") {  // half of the keys are below 2, half of the others below 4, and so on
    for (int& key : dealt.keys) key = static_cast<int>(std::exp2(31.0 * (random() / 4294967296.0)));
  } else if (distribution == "few") {
    for (int& key : dealt.keys) key = static_cast<int>(random() % 10);
  } else if (distribution == "equal") {
    std::fill(dealt.keys.begin(), dealt.keys.end(), 7);
  } else if (distribution == "sorted") {
    sort_stably(dealt.keys.begin(), dealt.keys.end(), threads);
  } else if (distribution == "reverse") {
    sort_stably(dealt.keys.begin(), dealt.keys.end(), threads);
    std::reverse(dealt.keys.begin(), dealt.keys.end());
  } else if (distribution == "last_low") {  // the last rank is sorted, its keys are below the others'
    const auto last = dealt.keys.end() - total / ranks;
    for (auto key = dealt.keys.begin(); key != last; ++key) *key &= 0x7fffffff;
    for (auto key = last; key != dealt.keys.end(); ++key) *key |= static_cast<int>(0x80000000U);
    sort_stably(last, dealt.keys.end(), threads);
  }
  for (int r = 0; r < ranks; ++r) {
    const long long n = total;
    const int begin = static_cast<int>(n * r / ranks), end = static_cast<int>(n * (r + 1) / ranks);
    dealt.lengths.push_back(end - begin);
  }
  if (distribution == "uneven") {  // rank r has r parts of 0 + 1 + 2 + ...
    const long long parts = std::max(1LL, ranks * (ranks - 1LL) / 2);
    for (int r = 0; r < ranks; ++r)
      dealt.lengths[r] = static_cast<int>(total * static_cast<long long>(r) / parts);
    dealt.lengths[ranks - 1] += total - std::accumulate(dealt.lengths.begin(), dealt.lengths.end(), 0);
  } else if (distribution == "one_rank") {
    std::fill(dealt.lengths.begin(), dealt.lengths.end(), 0);
    dealt.lengths[ranks / 2] = total;
  }
  return dealt;
}

/// All elements in the order in which they are dealt.
template <class T>
std::vector<T> elements(const std::vector<int>& keys) {
  std::vector<T> all(keys.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = make(keys[i], static_cast<int>(i), T{});
  return all;
}

}  // namespace mergelab
