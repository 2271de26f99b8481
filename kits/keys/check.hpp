// What the checks of merges, lists and sorts share.
#pragma once

#include "judge/image.hpp"
#include "kits/keys/generate.hpp"

namespace mergelab::judge {

// One element of what a worker returned.

struct Element {
  int key = 0;
  int origin = -1;  // -1: the type carries none
};

/// c[index] of values of `type`. A Counted element with a label that was never given has no origin.
[[nodiscard]] Element read_element(std::span<const std::byte> c, std::size_t index, ValueType type,
                                   const Labels& labels);

/// Whether c[index] is `filler` in every byte.
[[nodiscard]] bool holds_only(std::byte filler, std::span<const std::byte> c, std::size_t index,
                              ValueType type);

/// "it was never written", "got 7": of c[index], to follow "C[3] expected 5, ".
[[nodiscard]] Statement what_is_there(std::span<const std::byte> c, std::size_t index, ValueType type,
                                      const Labels& labels);

/// "the only mismatch", "first of 3 mismatches"
[[nodiscard]] Statement first_of(std::int64_t mismatches);

/// Which thread block and tile an output belongs to, in elements; 0: the lab has none.
struct Geometry {
  std::int64_t section = 0;  // outputs per block
  std::int64_t tile = 0;
};

/// Whether C, of int keys, is sorted, and has the keys of A and B, by a sum over them that only this process
/// can know. Many times as fast as comparing C with a merge.
[[nodiscard]] bool holds_keys_in_order(const Keys& arrays, std::span<const std::byte> c);

/// Clues of a C whose first wrong element is `first`. `keys` are those of C, `right` those that it should
/// have; `written[k]`: whether C[k] is no longer what it was before the call.
[[nodiscard]] std::vector<std::string> clues_of_keys(const Keys& arrays, std::span<const int> keys,
                                                     std::span<const int> right,
                                                     const std::vector<bool>& written, std::size_t first,
                                                     const Geometry& geometry);

/// Clues of what breaks a rule, in a lab whose tiles have so many elements; 0: it has none. `line`: the
/// student's, where it happened.
[[nodiscard]] std::vector<std::string> clues_of_finding(const Finding& finding, const std::string& line,
                                                        std::int64_t tile);

}  // namespace mergelab::judge
