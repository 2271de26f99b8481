// The makers of questions, one for each kind, and what they share.
#pragma once

#include "kits/keys/generate.hpp"
#include "kits/questions/question.hpp"

namespace mergelab::predict {

using judge::Arrays;
using judge::Random;

/// Uniform in [least, most].
[[nodiscard]] int between(Random& random, int least, int most);
/// Two sorted arrays of this many keys, from 1 on, with ties between them more often than not.
[[nodiscard]] Arrays draw_arrays(Random& random, int m, int n);
/// Both under a line with their indices.
[[nodiscard]] std::string show(const Arrays& arrays);
/// How many of the first k outputs of the stable merge come from A: the judge's word.
[[nodiscard]] int rank(const Arrays& arrays, int k);
/// "A[3] = 7"
[[nodiscard]] std::string element(char array, const std::vector<int>& keys, int index);
[[nodiscard]] int size(const std::vector<int>& keys);

// Lab 1 and lab 2.
[[nodiscard]] Question comparisons(Random& random);
[[nodiscard]] Question origin(Random& random);
[[nodiscard]] Question split(Random& random);
[[nodiscard]] Question search_range(Random& random);
[[nodiscard]] Question candidate(Random& random);
// Kernels: who merges what.
[[nodiscard]] Question share(Random& random);
[[nodiscard]] Question grid(Random& random);
[[nodiscard]] Question section(Random& random);
[[nodiscard]] Question tile_share(Random& random);
// Rounds of a block.
[[nodiscard]] Question tiles(Random& random);
[[nodiscard]] Question consumed(Random& random);
[[nodiscard]] Question refill(Random& random);
[[nodiscard]] Question ring_start(Random& random);
// What the engine decides.
[[nodiscard]] Question sectors(Random& random);
[[nodiscard]] Question turns(Random& random);
[[nodiscard]] Question race(Random& random);

}  // namespace mergelab::predict
