// Inputs that cause bank conflicts: the array from which each output of a warp's 32 threads comes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

constexpr int kLanes = 32, kBanks = 32;

/// Each of 32 threads makes `share` outputs. The next warp has the same with the arrays swapped, so both are
/// used equally.
struct Pattern {
  int share = 0;
  std::vector<char> takes_A;  // by output of the warp
};

/// As in Berney and Sitchinava, "Engineering Worst-Case Inputs for Pairwise Merge Sort on GPUs" (IPDPS 2020):
/// as many lanes of a warp as possible read the same bank. A thread takes all of its outputs from one array,
/// until some lanes together have 32 keys, so the next lanes use the same banks.
inline Pattern conflicting_pattern(int share) {
  const int whole = kBanks / share, rest = kBanks - whole * share;
  Pattern pattern{share, {}};
  for (int lane = 0; lane < kLanes; ++lane) {
    const int many = lane % (whole + 1) < whole ? share : rest;
    for (int item = 0; item < share; ++item) pattern.takes_A.push_back(item < many);
  }
  return pattern;
}

/// The shared-memory transactions of a warp that merges a pattern of 4-byte keys in the plain layout. A step
/// of more than `most_seen` transactions counts as 3, the number for random keys.
inline double turns_of(const Pattern& pattern, int most_seen) {
  std::array<int, kLanes> next_A{}, next_B{};
  int A = 0, B = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    next_A[lane] = A;
    next_B[lane] = B + kBanks / 2;  // for any B
    for (int item = 0; item < pattern.share; ++item)
      ++(pattern.takes_A[lane * pattern.share + item] != 0 ? A : B);
  }
  double turns = 0;
  for (int item = 0; item < pattern.share; ++item) {
    std::array<int, kBanks> used{};
    for (int lane = 0; lane < kLanes; ++lane) {
      const bool takes_A = pattern.takes_A[lane * pattern.share + item] != 0;
      ++used[++(takes_A ? next_A : next_B)[lane] % kBanks];
    }
    const int most = *std::max_element(used.begin(), used.end());
    turns += most > most_seen ? 3 : most;
  }
  return turns;
}

/// The worst pattern that annealing finds from the one above, with at most `most_seen` transactions per step,
/// or any number of them.
inline Pattern annealed_pattern(int share, int most_seen = kLanes) {
  constexpr int kSteps = 40000;
  const auto turns = [&](const Pattern& pattern) { return turns_of(pattern, most_seen); };
  std::mt19937 random(20261124);
  Pattern best = conflicting_pattern(share), now = best;
  double most = turns(best), current = most;
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  for (int step = 0; step < kSteps; ++step) {
    const double heat = 4.0 * (1 - static_cast<double>(step) / kSteps) + 0.05;
    Pattern changed = now;
    char* const lane = &changed.takes_A[below(kLanes) * share];
    switch (below(3)) {
      case 0: {  // all of one array, then the other's
        const int many = below(share + 1), first = below(2);
        for (int item = 0; item < share; ++item)
          lane[item] = static_cast<char>((item < many) == (first != 0));
        break;
      }
      case 1:
        std::swap(lane[below(share)], lane[below(share)]);
        break;
      default:
        std::copy_n(&now.takes_A[below(kLanes) * share], share, lane);
    }
    const double then = turns(changed);
    if (then < current && std::exp((then - current) / heat) * 4096 < below(4096)) continue;
    now = changed;
    current = then;
    if (then > most) {
      most = then;
      best = changed;
    }
  }
  return best;
}
