// What a trace says of a merge, or of a search for a co-rank: its arrays and numbers as the kit's words and
// pictures need them.
#pragma once

#include "kits/keys/generate.hpp"
#include "model/trace.hpp"

namespace mergelab::judge {

/// The stable merge of two arrays, one element at a time; ties take A first. The arrays must outlive it.
class StableMerge {
 public:
  explicit StableMerge(const Keys& arrays) : a_(arrays.a), b_(arrays.b) {}
  /// The next element's key; its source is then `from_a()` and `index()`. There must be one.
  int next() {
    from_a_ = i_ < a_.size() && (j_ >= b_.size() || a_[i_] <= b_[j_]);
    index_ = from_a_ ? i_++ : j_++;
    return from_a_ ? a_[index_] : b_[index_];
  }
  [[nodiscard]] bool from_a() const { return from_a_; }
  [[nodiscard]] std::size_t index() const { return index_; }
  /// How many of A's and of B's have come.
  [[nodiscard]] std::size_t taken_of_a() const { return i_; }
  [[nodiscard]] std::size_t taken_of_b() const { return j_; }
  [[nodiscard]] int origin() const { return static_cast<int>(from_a_ ? index_ : a_.size() + index_); }
  /// "B[3]"
  [[nodiscard]] std::string source() const {
    return std::string(from_a_ ? "A[" : "B[") + std::to_string(index_) + "]";
  }

 private:
  std::span<const int> a_, b_;
  std::size_t i_ = 0, j_ = 0, index_ = 0;
  bool from_a_ = false;
};

/// The array of the merge's outputs, behind A and B.
inline constexpr int kTracedC = 2;

/// Of a trace, which must outlive it.
struct Merged {
  explicit Merged(const Trace& trace);

  const Trace& trace;
  std::vector<int> a, b;
  int m = 0, n = 0;
  std::optional<int> section, tile;  // where the function takes them
  std::optional<int> k, rank;        // of a search; rank: what it returned
  std::vector<int> path;  // of the merge, ties from A first: how many of the first k outputs come from A

  /// "i = 3, j = 5" after so many outputs.
  [[nodiscard]] std::string split(int outputs) const;
  /// Of a search: the elements i of A and j of B that were compared, in order.
  [[nodiscard]] std::vector<std::pair<int, int>> probes() const;
  /// The first output of each thread, by block and thread; of a search empty.
  [[nodiscard]] std::map<std::pair<int, int>, int> first_outputs() const;
};

// The rounds of a block that merges by tiles: what the tiles of A and of B hold in each, and since when.

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
