// Pairs of arrays, each kind built to show one difficulty of a merge or of a sort.
#pragma once

#include "judge/inputs.hpp"
#include "kits/keys/case.hpp"

namespace mergelab::judge {

/// Two arrays of keys, sorted unless the lab must sort; B is empty then. The origin of A[i] is i, that of
/// B[j] is m+j.
struct Arrays {
  std::vector<int> a, b;
  // Not empty: `a` holds sorted lists, one behind another, list i from a[starts[i]] to a[starts[i + 1] - 1],
  // and `b` is empty.
  std::vector<int> starts = {};
};

/// The same, as a call has them; the arrays must outlive it.
struct Keys {
  Keys(std::span<const int> of_a, std::span<const int> of_b, std::span<const int> of_starts = {})
      : a(of_a), b(of_b), starts(of_starts) {}
  Keys(const Arrays& arrays)  // NOLINT(google-explicit-constructor): they are the same
      : a(arrays.a), b(arrays.b), starts(arrays.starts) {}
  std::span<const int> a, b, starts;
};

/// The case with its sizes drawn, if they vary: smaller than the case says by up to `vary` percent, the
/// section in whole tiles, m and n in whole sections, and the number of lists. `of_lab` is what sizes refer
/// to otherwise.
[[nodiscard]] KeysCase with_drawn_sizes(KeysCase spec, const Symbols& of_lab, std::uint64_t seed);

/// The problems of a case for these sizes: `spec.count` pairs, or all small pairs for "exhaustive".
/// generators() says what each one makes.
/// Throws std::invalid_argument for a generator of another name, and std::out_of_range for sizes that are.
[[nodiscard]] std::vector<Arrays> generate(const KeysCase& spec, const Symbols& symbols, std::uint64_t seed);

// Sorted keys taken out of their order, for functions that sort.

/// In random order.
[[nodiscard]] std::vector<int> shuffled(std::vector<int> keys, Random& random);
/// From the greatest down.
[[nodiscard]] std::vector<int> reversed(std::vector<int> keys);
/// The first half, and then the same keys down again. An odd number of keys has one at the top.
[[nodiscard]] std::vector<int> organ_pipe(std::vector<int> keys);
/// The first `run` keys again and again, to as many as there were.
[[nodiscard]] std::vector<int> sawtooth(std::vector<int> keys, std::size_t run);
/// One key, at random, is at another place; two keys change places.
[[nodiscard]] std::vector<int> one_displaced(std::vector<int> keys, Random& random);

// The sorted lists of a k-way merge, or those that ranks begin with, which lie one behind another in A.

/// Deals keys to k lists, which are sorted where the keys are, as list_lengths() and list_orders() say.
/// Throws std::out_of_range for keys and no list, and std::invalid_argument for lengths of another name.
[[nodiscard]] Arrays deal_to_lists(const std::vector<int>& keys, const ListsSpec& spec, std::size_t k,
                                   Random& random);

/// "list 3, element 5", or where they are ranks' "A[5] of rank 3": where a[index] stands among the lists.
[[nodiscard]] std::string place_in_lists(const Keys& arrays, std::size_t index, bool of_ranks = false);

/// The arrays as lists: those that they are, or A and B as list 0 and list 1.
[[nodiscard]] Arrays as_lists(Arrays arrays);

}  // namespace mergelab::judge
