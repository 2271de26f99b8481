// The rounds of a block that merges by tiles: what the tiles of A and of B hold in each, and since when.
#pragma once

#include <vector>

#include "kits/pairs/merged.hpp"

namespace mergelab::judge {

struct Slot {
  enum class State { never, loaded, kept, spent };  // spent: merged by now, or a copy that is not used
  State state = State::never;
  int element = 0;  // of A or of B
  int key = 0;
};

/// The tile of A or of B in one round.
struct TileInRound {
  std::vector<Slot> slots;
  int head = -1;           // the slot of the next element to be merged; -1: none
  int begin = 0, end = 0;  // the elements that it holds and that are not merged
};

struct Round {
  int completed = 0;  // outputs of the block's section, before it
  TileInRound a, b;
};

/// Of a block; none if it copies nothing from A and B to shared arrays.
[[nodiscard]] std::vector<Round> rounds_of(const Merged& merged, int block);

}  // namespace mergelab::judge
