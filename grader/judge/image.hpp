// The shared memory of one request: what the worker gets, and what must be found unchanged in what it
// returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "judge/buffer.hpp"
#include "judge/generate.hpp"
#include "judge/labels.hpp"
#include "model/backend.hpp"
#include "model/signature.hpp"
#include "wire/memory.hpp"
#include "wire/message.hpp"

namespace mergelab::judge {

/// m elements from A[a] and n elements from B[b].
struct Part {
  int a = 0, m = 0;
  int b = 0, n = 0;
};

/// One call: which pair of arrays, and for co_rank which ranks.
struct Query {
  std::size_t arrays = 0;
  std::vector<int> k = {};
  std::vector<Part> parts = {};  // of the arrays, for each k; empty: each is asked of all
};

/// What a test asks of the student's function.
struct ProblemSet {
  std::vector<Arrays> arrays;
  std::vector<Query> queries;
  Output output = Output::merge;  // of each call
  int section = 0, tile = 0;
  int offset_a = 0, offset_b = 0, offset_c = 0;  // elements past a 16-byte boundary
  bool adjacent = false;
};

using wire::kPoison;
inline constexpr std::byte kSharedPoison{0xcd};  // in shared memory before a block of the CPU engine starts

[[nodiscard]] constexpr std::size_t value_bytes(ValueType type) { return type == ValueType::record ? 8 : 4; }

/// The input memory, filled and sealed, with its layout. That of timed calls on the host is filled later, by
/// reveal().
class Image {
 public:
  /// Results are ranks (int) when a query has `k`, else m+n values. Host arrays have no margins: guard pages
  /// take their place. Throws std::system_error when memory runs out. Records and Counted elements get labels
  /// by `label_seed`. For timed calls C stays empty: the worker fills it.
  Image(const ProblemSet& set, ValueType type, wire::Memory memory, std::uint64_t label_seed,
        bool timed = false);

  /// Writes the inputs where the worker sees them at once.
  void reveal(const ProblemSet& set) const { fill(set, view_.bytes()); }

  [[nodiscard]] const base::Descriptor& input() const { return input_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] const std::vector<wire::Problem>& problems() const { return problems_; }
  [[nodiscard]] wire::Memory memory() const { return memory_; }
  [[nodiscard]] ValueType type() const { return type_; }
  [[nodiscard]] const Labels& labels() const { return labels_; }
  /// What was sent, for comparison.
  [[nodiscard]] std::span<const std::byte> sent() const { return view_.bytes(); }

 private:
  void lay_out(const ProblemSet& set);
  void fill(const ProblemSet& set, std::span<std::byte> memory) const;

  ValueType type_;
  wire::Memory memory_;
  Labels labels_;
  bool timed_;
  std::size_t bytes_ = 0;
  std::vector<wire::Problem> problems_;
  base::Descriptor input_;
  wire::Mapping view_;
};

}  // namespace mergelab::judge
