// The shared memory of one request: what the worker gets, buffers with margins round them, and what must be
// found unchanged in what it returns.
#pragma once

#include <bit>
#include <future>

#include "judge/inputs.hpp"
#include "model/outcome.hpp"
#include "wire/channel.hpp"

namespace mergelab::judge {

// Names for elements that say nothing about their order. Of Counted elements only the judge can compare two,
// so it sees and counts every comparison; a record's says where it came from, which nobody else can tell.

class Labels {
 public:
  struct Element {
    int key = 0;
    int origin = 0;  // its place among the elements of one call's inputs
  };

  Labels() = default;
  /// The numbers from 0 on, dealt at random to the elements of all inputs, in this order; `keys`: by call,
  /// and by array.
  Labels(const std::vector<std::vector<std::span<const int>>>& keys, std::uint64_t seed);

  /// The label of the element at this place in that order.
  [[nodiscard]] std::uint32_t label(std::size_t place) const { return labels_[place]; }
  /// A label's element; nothing for a label that was never given.
  [[nodiscard]] std::optional<Element> find(std::uint32_t label) const;
  /// Whether one's key is less than the other's. Labels that were never given come last, by their numbers.
  [[nodiscard]] bool less(std::uint32_t a, std::uint32_t b) const;

 private:
  std::vector<std::uint32_t> labels_;  // by place
  std::vector<Element> elements_;      // by label
};

inline constexpr std::byte kInputMargin{
    0x5a};  // round A and B on a device; the engine has it round all arrays
inline constexpr std::byte kOutputMargin{
    0xc3};  // round C: another, so that copying past all three ends shows

/// Where the next buffer may begin.
[[nodiscard]] constexpr std::size_t align(std::size_t offset) { return (offset + 63) / 64 * 64; }

/// Fills a buffer's margins, and returns where its payload begins. `memory`: all of the shared memory.
std::byte* fill_margins(std::span<std::byte> memory, const wire::Buffer& buffer, std::byte margin);

/// Whether a worker left a problem's inputs, and the margins of all arrays, as they were sent. `sent` and
/// `returned` are all of the shared memory.
[[nodiscard]] Outcome check_untouched(const Interface& interface, std::size_t value_bytes,
                                      const wire::Problem& problem, std::span<const std::byte> sent,
                                      std::span<const std::byte> returned);

/// One or more calls with the same inputs.
struct Query {
  std::size_t inputs = 0;  // their index
  /// By call, as write_row() writes them; empty: one call, with the inputs' numbers and whole arrays.
  std::vector<std::byte> rows = {};
  std::uint64_t most_host_values = 0;  // wire::Problem's; 0: what follows from the outputs
};

/// What a test asks of the student's function.
struct ProblemSet {
  std::vector<Inputs> inputs;  // several queries may share some
  std::vector<Query> queries;
  const Kit* kit = nullptr;              // null: of a lab without one
  const Interface* interface = nullptr;  // of the function; must outlive the set
  std::vector<int> offsets = {};  // of arrays, by argument: elements past a 16-byte boundary; empty: none
  bool adjacent = false;          // the second input array begins where the first one ends
};

/// One query for each of the inputs, of a function without a kit. `interface` must outlive the set.
[[nodiscard]] ProblemSet own_problems(const Interface& interface, std::vector<Inputs> inputs);
/// The same of a lab's function, within its limits. The lab must outlive the set.
[[nodiscard]] ProblemSet own_problems(const Lab& lab, std::vector<Inputs> inputs);

using wire::kPoison;
inline constexpr std::byte kSharedPoison{0xcd};  // in shared memory before a block of the CPU engine starts

[[nodiscard]] constexpr std::size_t value_bytes(ValueType type) { return type == ValueType::record ? 8 : 4; }

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
  /// The first input array; empty where there is none.
  [[nodiscard]] const wire::Buffer& first_input(const wire::Problem& problem) const;
  /// The first output, or what the calls return where no array is one.
  [[nodiscard]] const wire::Buffer& output(const wire::Problem& problem) const;
  /// Where the results of a problem's calls come: all outputs in the order of the arguments, and what the
  /// calls return.
  [[nodiscard]] std::vector<wire::Buffer> results(const wire::Problem& problem) const;
  /// Inputs::parts of a problem.
  [[nodiscard]] const std::vector<int>& parts(std::size_t problem) const { return parts_.at(problem); }
  /// The number that call `call` of a problem is given under this name; 0 if there is none.
  [[nodiscard]] std::int64_t number(std::size_t problem, std::size_t call, std::string_view name) const;
  /// All numbers that it is given: "k = 3, m = 4, n = 5".
  [[nodiscard]] std::string numbers(std::size_t problem, std::size_t call) const;
  [[nodiscard]] wire::Memory memory() const { return memory_; }
  [[nodiscard]] ValueType type() const { return type_; }
  [[nodiscard]] const Labels& labels() const { return labels_; }
  /// What was sent, for comparison.
  [[nodiscard]] std::span<const std::byte> sent() const { return view_.bytes(); }

 private:
  void lay_out(const ProblemSet& set);
  void fill(const ProblemSet& set, std::span<std::byte> memory) const;
  /// Writes an input array as the worker gets it; `place`: of its first element among the labels.
  void write_elements(std::byte* target, const Argument& argument, const Elements& elements,
                      std::size_t place) const;

  Interface interface_;
  ValueType type_;
  wire::Memory memory_;
  Labels labels_;
  bool timed_;
  std::byte filler_;  // of outputs before the call
  std::size_t bytes_ = 0;
  std::vector<wire::Problem> problems_;
  std::vector<std::vector<int>> parts_;  // by problem
  base::Descriptor input_;
  wire::Mapping view_;
};

/// Inputs, and the margins of all arrays, must be as they were sent.
[[nodiscard]] Outcome check_untouched(const Image& image, const wire::Problem& problem,
                                      std::span<const std::byte> returned);

// The inputs of timed calls: another one for every call, made while nothing is being timed.

struct FreshInput {
  ProblemSet set;
  Image image;
  std::optional<Image> for_reference = std::nullopt;  // in another shape
};

class FreshInputs {
 public:
  /// `make` is also called from another thread, but never twice at a time.
  explicit FreshInputs(std::function<FreshInput(const Numbers&)> make) : make_(std::move(make)) {}

  /// Starts making the next one, in the background.
  void prepare(const Numbers& shape);
  /// The next one: what was prepared for this shape, after which the machine is quiet again. Throws what
  /// `make` does.
  [[nodiscard]] FreshInput take(const Numbers& shape);

 private:
  std::function<FreshInput(const Numbers&)> make_;
  Numbers prepared_;
  std::future<FreshInput> next_;
};

/// The bytes of lengths and parameters that a call needs: those of two launches and a copy for each round
/// that doubles the lengths of `runs` runs.
[[nodiscard]] constexpr std::uint64_t most_host_values(std::size_t runs) {
  constexpr std::uint64_t kParameters = 160, kRound = 80;
  return kParameters +
         kRound * static_cast<std::uint64_t>(std::bit_width(std::max<std::size_t>(runs, 1) - 1));
}

/// That host code may look at before that holds: lengths and bounds.
inline constexpr std::uint64_t kMostHostSeen = 256;

/// Of a problem without a kit.
struct HostLimits {
  std::uint64_t seen = 0;   // bytes that host code may get before those that it gives are counted
  std::uint64_t given = 0;  // bytes that it may give then
};

/// Host code may get flags of loops, counts of blocks and tables, and scan or add up what a block gives for
/// many outputs. Few outputs, such as a sum or the bins of a long array, must not fit: what all blocks give
/// for them is far less than the inputs. `is_exact`: no output has a tolerance, for which a few bits of each
/// input are enough.
[[nodiscard]] constexpr HostLimits host_limits_of_any(std::size_t outputs, std::uint64_t output_bytes,
                                                      std::uint64_t input_bytes, bool is_exact) {
  constexpr std::uint64_t kFlags = 1024, kFew = 64, kShare = 16;
  HostLimits limits{.seen = input_bytes / kShare, .given = most_host_values(outputs) + outputs / 16};
  if (output_bytes <= std::max(kFew, input_bytes / kShare))
    limits.given = std::clamp<std::uint64_t>(output_bytes / 8, 1, limits.given);
  if (is_exact && output_bytes <= input_bytes / 2)
    limits.seen = std::min(input_bytes - input_bytes / 4, input_bytes / 2 + 4 * kFlags);
  limits.seen = std::max(limits.seen, kFlags);
  return limits;
}

/// A rank may pass its kernels all samples, a few for each pair of ranks, or search for splitters in rounds
/// of several launches.
[[nodiscard]] constexpr std::uint64_t most_host_values_of_rank(std::size_t ranks, std::size_t elements) {
  constexpr std::uint64_t kParameters = 160;
  return kParameters + elements / 32 + 4096 + 160 * ranks * ranks;
}

}  // namespace mergelab::judge
