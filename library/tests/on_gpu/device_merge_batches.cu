// Tens of thousands of merges by device_merge: small sizes, alignments, random cases.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "../shared/orders.cuh"
#include "merge_batch.cuh"

namespace {

using namespace merge_batches;

/// `size` sorted numbers of 0, 1 and 2.
std::vector<int> three_symbols(int zeros, int ones, int twos) {
  std::vector<int> numbers;
  numbers.insert(numbers.end(), static_cast<std::size_t>(zeros), 0);
  numbers.insert(numbers.end(), static_cast<std::size_t>(ones), 1);
  numbers.insert(numbers.end(), static_cast<std::size_t>(twos), 2);
  return numbers;
}
template <class Random>
std::vector<int> three_symbols(int size, Random& random) {
  int first = static_cast<int>(random() % (size + 1U)), second = static_cast<int>(random() % (size + 1U));
  if (first > second) std::swap(first, second);
  return three_symbols(first, second - first, size - second);
}

/// Sorted numbers below `limit`, in steps that are even, or long now and then.
template <class Random>
std::vector<int> draw(std::int64_t size, int limit, Random& random) {
  std::vector<int> numbers(static_cast<std::size_t>(size));
  const bool in_runs = random() % 4 == 0;
  const double mean =
      static_cast<double>(random() % 4 == 0 ? limit / 16 + 1 : limit) / static_cast<double>(size + 1);
  double number = random() % 8 == 0 ? limit / 2.0 : 0;
  for (int& next : numbers) {
    const double part = static_cast<double>(random()) / 4294967296.0;  // 0 to 1
    number += in_runs ? (part < 0.01 ? mean * 200 * part * 100 : 0) : 2 * mean * part;
    next = static_cast<int>(std::min<double>(number, limit - 1));
  }
  return numbers;
}

template <class Key, class Value, class Compare>
int every_small_size() {
  Batch<Key, Value, Compare> batch;
  std::mt19937 random(17);
  constexpr int kMost = 130, kContents = 3, kAllContents = 9;
  for (int m = 0; m <= kMost; ++m)
    for (int n = 0; n <= kMost; ++n)
      for (int content = 0; content < kContents; ++content) {
        Case c{three_symbols(m, random), three_symbols(n, random), {}};
        if (const int status = batch.add(c)) return status;
      }
  std::vector<std::vector<int>> arrays;  // all of 9 keys at most
  for (int zeros = 0; zeros <= kAllContents; ++zeros)
    for (int ones = 0; ones <= kAllContents - zeros; ++ones)
      for (int twos = 0; twos <= kAllContents - zeros - ones; ++twos)
        arrays.push_back(three_symbols(zeros, ones, twos));
  for (const auto& A : arrays)
    for (const auto& B : arrays)
      if (const int status = batch.add({A, B, {}})) return status;
  return batch.run();
}

template <class Key, class Value, class Compare>
int every_alignment() {
  Batch<Key, Value, Compare> batch;
  std::mt19937 random(18);
  const auto places = [](std::size_t bytes) {
    int count = 1;
    while (static_cast<std::size_t>(count) * bytes % 16 != 0) ++count;
    return count;
  };
  const int keys = places(sizeof(Key)), values = size_of<Value>() > 0 ? places(sizeof(Value)) : 1;
  const auto add = [&](const Offsets& offsets) {
    for (const auto& [m, n] : {std::pair{150, 140}, std::pair{6001, 7003}}) {
      if (m > 150 && offsets.A_values + offsets.B_values + offsets.C_values > 0) continue;
      if (const int status = batch.add({draw(m, 100, random), draw(n, 100, random), offsets})) return status;
    }
    return 0;
  };
  for (int a = 0; a < keys; ++a)
    for (int b = 0; b < keys; ++b)
      for (int c = 0; c < keys; ++c)
        for (int va = 0; va < values; ++va)
          for (int vb = 0; vb < values; ++vb)
            for (int vc = 0; vc < values; ++vc)
              if (const int status = add({a, b, c, va, vb, vc})) return status;
  return batch.run();
}

template <class Key, class Value, class Compare>
int random_cases(int count) {
  Batch<Key, Value, Compare> batch;
  std::mt19937 random(19 + static_cast<unsigned>(sizeof(Key) * 32 + size_of<Value>()));
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  for (int i = 0; i < count; ++i) {
    const int limit = 2 << below(i % 50 == 0 ? 17 : 14);
    const int symbols = sizeof(Key) == 1 ? 1 + below(127) : 2 << below(sizeof(Key) == 2 ? 14 : 23);
    Case c{draw(below(limit), symbols, random), draw(below(limit) >> below(8), symbols, random), {}};
    if (below(2) == 0) std::swap(c.of_A, c.of_B);
    c.offsets = {below(16), below(16), below(16), below(16), below(16), below(16)};
    c.multiprocessors = below(4);
    if (const int status = batch.add(c)) return status;
  }
  return batch.run();
}

using mergelab::Less;

}  // namespace

extern "C" const char* merge_failure() { return failure.c_str(); }

/// Every m and n up to 130 over three symbols, and every array over them of 9 keys at most with every other.
extern "C" int merge_every_small_size() {
  if (const int status = every_small_size<Keyed12, NoValues, ByKey>()) return status;
  return every_small_size<int, NoValues, Less>();
}

/// Every place of A, B, C and of their values modulo 16 bytes, together.
extern "C" int merge_every_alignment() {
  for (const int status :
       {every_alignment<signed char, NoValues, Less>(), every_alignment<short, NoValues, Less>(),
        every_alignment<int, NoValues, Less>(), every_alignment<long long, NoValues, Less>(),
        every_alignment<Keyed12, NoValues, ByKey>(), every_alignment<int, int, Less>(),
        every_alignment<long long, short, Less>()})
    if (status != 0) return status;
  return 0;
}

/// 10^5 cases of all kinds.
extern "C" int merge_random_cases() {
  constexpr int kEach = 12'500;
  for (const int status :
       {random_cases<signed char, NoValues, Less>(kEach), random_cases<int, NoValues, Less>(kEach),
        random_cases<long long, NoValues, Less>(kEach), random_cases<float, NoValues, Greater>(kEach),
        random_cases<Keyed12, NoValues, ByKey>(kEach), random_cases<Keyed16, NoValues, ByKey>(kEach),
        random_cases<int, int, Less>(kEach), random_cases<signed char, long long, Less>(kEach)})
    if (status != 0) return status;
  return 0;
}
