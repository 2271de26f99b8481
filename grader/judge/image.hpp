// The shared memory of one request: what the worker gets, and what must be found unchanged in what it
// returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "judge/any_lab/inputs.hpp"
#include "judge/buffer.hpp"
#include "judge/generate.hpp"
#include "judge/labels.hpp"
#include "model/backend.hpp"
#include "model/kit.hpp"
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
  std::vector<Arrays> arrays;    // of a kit
  std::vector<Inputs> inputs{};  // without a kit; Query::arrays is an index of one of the two
  std::vector<Query> queries;
  std::optional<Kit> kit = Kit::merge;
  const Interface* interface = &usual_interface(Kit::merge);  // of the function; must outlive the set
  int section = 0, tile = 0;
  int offset_a = 0, offset_b = 0, offset_c = 0;  // elements past a 16-byte boundary
  bool adjacent = false;
};

/// One query for each of the inputs, of a function without a kit. `interface` must outlive the set.
[[nodiscard]] ProblemSet own_problems(const Interface& interface, std::vector<Inputs> inputs);

using wire::kPoison;
inline constexpr std::byte kSharedPoison{0xcd};  // in shared memory before a block of the CPU engine starts

[[nodiscard]] constexpr std::size_t value_bytes(ValueType type) { return type == ValueType::record ? 8 : 4; }

/// The arrays of a kit among the arguments of a function; -1: it has none.
struct ArrayArguments {
  int a = -1, b = -1, c = -1, scratch = -1;  // b: of lists where each of them begins
  static ArrayArguments of(const Interface& interface);
};

/// The input memory, filled and sealed, with its layout. That of timed calls on the host is filled later, by
/// reveal().
class Image {
 public:
  /// Host arrays have no margins: guard pages take their place. Throws std::system_error when memory runs
  /// out. Records and Counted elements get labels by `label_seed`. For timed calls outputs stay empty: the
  /// worker fills them.
  Image(const ProblemSet& set, ValueType type, wire::Memory memory, std::uint64_t label_seed,
        bool timed = false, std::byte filler = kPoison);

  /// Writes the inputs where the worker sees them at once.
  void reveal(const ProblemSet& set) const { fill(set, view_.bytes()); }

  [[nodiscard]] const base::Descriptor& input() const { return input_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] const std::vector<wire::Problem>& problems() const { return problems_; }
  [[nodiscard]] const Interface& interface() const { return interface_; }
  /// For PREPARE.
  [[nodiscard]] std::vector<wire::Argument> arguments() const;
  [[nodiscard]] const wire::Buffer& a(const wire::Problem& problem) const {
    return buffer(problem, places_.a);
  }
  [[nodiscard]] const wire::Buffer& b(const wire::Problem& problem) const {
    return buffer(problem, places_.b);
  }
  /// What is compared with the expected output: C, or for co_rank what the calls return.
  [[nodiscard]] const wire::Buffer& c(const wire::Problem& problem) const {
    return places_.c < 0 ? problem.returned : buffer(problem, places_.c);
  }
  /// Where the results of a problem's calls come: all outputs in the order of the arguments, and what the
  /// calls return.
  [[nodiscard]] std::vector<wire::Buffer> results(const wire::Problem& problem) const;
  /// The lists of a problem that has some: where each begins, and m.
  [[nodiscard]] const std::vector<int>& starts(std::size_t problem) const { return starts_.at(problem); }
  /// The number that call `call` of a problem is given under this name; 0 if there is none.
  [[nodiscard]] std::int64_t number(std::size_t problem, std::size_t call, std::string_view name) const;
  [[nodiscard]] wire::Memory memory() const { return memory_; }
  [[nodiscard]] ValueType type() const { return type_; }
  [[nodiscard]] const Labels& labels() const { return labels_; }
  /// What was sent, for comparison.
  [[nodiscard]] std::span<const std::byte> sent() const { return view_.bytes(); }

 private:
  [[nodiscard]] static const wire::Buffer& buffer(const wire::Problem& problem, int argument);
  void lay_out(const ProblemSet& set);
  void fill(const ProblemSet& set, std::span<std::byte> memory) const;
  /// Of the inputs with this index.
  [[nodiscard]] std::size_t input_bytes(const ProblemSet& set, std::size_t index, std::size_t argument) const;

  Interface interface_;
  ArrayArguments places_;
  std::optional<Kit> kit_;
  ValueType type_;
  wire::Memory memory_;
  Labels labels_;
  bool timed_;
  std::byte filler_;  // of outputs before the call
  std::size_t bytes_ = 0;
  std::vector<wire::Problem> problems_;
  std::vector<std::vector<int>> starts_;  // by problem
  base::Descriptor input_;
  wire::Mapping view_;
};

}  // namespace mergelab::judge
