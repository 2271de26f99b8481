// Correct merges, for workers that lie about the rest.
#pragma once

#include "judge/image.hpp"

namespace mergelab::judge {

/// What a right merge loads, stores and launches, as labs 3 to 5 want it.
inline wire::Fetched honest_counts(std::uint64_t outputs, std::int64_t of_section) {
  wire::Fetched fetched;
  const auto section = static_cast<std::uint64_t>(std::max<std::int64_t>(1, of_section));
  const auto blocks = static_cast<std::uint32_t>((outputs + section - 1) / section);
  fetched.launches = {.count = 1, .grid = {blocks, 1, 1}, .block = {128, 1, 1}};
  wire::Traffic& traffic = fetched.traffic;
  traffic.narrow_load_bytes = traffic.barriers = blocks;
  traffic.threads = std::uint64_t{128} * blocks;
  traffic.load_bytes = traffic.store_bytes = traffic.lane_load_bytes = 4 * outputs;
  traffic.load_sectors = traffic.store_sectors = outputs / 8;
  traffic.wavefronts = traffic.ideal_wavefronts = outputs / 32;
  traffic.span = 500;
  return fetched;
}

/// What a worker returns for the problems of an image: its memory with every C filled in.
class Solver {
 public:
  /// Whether one element of Counted is less than another, asked of in this problem.
  using Less = std::function<bool(std::uint32_t problem, std::uint32_t token_a, std::uint32_t token_b)>;

  Solver(std::span<const std::byte> input, std::span<const wire::Argument> arguments,
         std::span<const wire::Problem> problems, ValueType type, Less less)
      : input_(input), arguments_(arguments), problems_(problems), type_(type), less_(std::move(less)) {}
  Solver(const Image& image, Less less)
      : Solver(image.sent(), {}, image.problems(), image.type(), std::move(less)) {
    own_arguments_ = image.arguments();
    arguments_ = own_arguments_;
  }

  [[nodiscard]] std::vector<std::byte> solve() {
    std::vector<std::byte> output(input_.begin(), input_.end());
    for (std::size_t q = 0; q < problems_.size(); ++q) {
      const wire::Problem& problem = problems_[q];
      std::byte* result = output.data() + payload_begin(c(problem));
      index_ = static_cast<std::uint32_t>(q);
      problem.returned.bytes > 0 ? ranks(problem, result) : merge(problem, result);
    }
    return output;
  }

  [[nodiscard]] const wire::Buffer& a(const wire::Problem& problem) const { return array(problem, 0); }
  [[nodiscard]] const wire::Buffer& c(const wire::Problem& problem) const {
    return problem.returned.bytes > 0 ? problem.returned : array(problem, 2);
  }
  [[nodiscard]] static std::size_t payload_begin(const wire::Buffer& buffer) {
    return buffer.offset + buffer.margin_before;
  }
  /// A number of a call, or the first element of an array.
  [[nodiscard]] int number(const wire::Problem& problem, std::size_t call, std::string_view name) const {
    std::int32_t found = 0;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      if (arguments_[i].name.view() != name) continue;
      std::memcpy(&found, input_.data() + problem.rows_offset + call * problem.row_bytes + i * sizeof found,
                  sizeof found);
    }
    return found;
  }

 private:
  struct Part {
    int k = 0, a = 0, m = 0, b = 0, n = 0;
  };

  /// The array in this place of A, B and C.
  [[nodiscard]] const wire::Buffer& array(const wire::Problem& problem, int place) const {
    std::size_t argument = 0;
    for (;; ++argument) {
      if (arguments_[argument].role != wire::Argument::Role::number && place-- == 0) break;
    }
    return problem.arrays[argument];
  }
  [[nodiscard]] const wire::Buffer& b(const wire::Problem& problem) const { return array(problem, 1); }
  [[nodiscard]] const std::byte* payload(const wire::Buffer& buffer) const {
    return input_.data() + payload_begin(buffer);
  }
  /// An element's key or token.
  [[nodiscard]] std::uint32_t word(const wire::Buffer& buffer, int index) const {
    std::uint32_t word = 0;
    std::memcpy(&word, payload(buffer) + static_cast<std::size_t>(index) * value_bytes(type_), sizeof word);
    return word;
  }
  [[nodiscard]] bool less(std::uint32_t a, std::uint32_t b) const {
    if (type_ == ValueType::counted) return less_(index_, a, b);
    return static_cast<int>(a) < static_cast<int>(b);
  }
  /// Of `m` elements from A[a] and `n` from B[b].
  [[nodiscard]] bool takes_a(const wire::Problem& p, const Part& part, int i, int j) const {
    return i < part.m && (j >= part.n || !less(word(b(p), part.b + j), word(a(p), part.a + i)));
  }

  void merge(const wire::Problem& p, std::byte* c) const {
    const std::size_t bytes = value_bytes(type_);
    const Part all{.m = number(p, 0, "m"), .n = number(p, 0, "n")};
    for (int i = 0, j = 0; i < all.m || j < all.n; c += bytes) {
      const bool from_a = takes_a(p, all, i, j);
      const int index = from_a ? i++ : j++;
      std::memcpy(c, payload(from_a ? a(p) : b(p)) + static_cast<std::size_t>(index) * bytes, bytes);
    }
  }
  void ranks(const wire::Problem& p, std::byte* c) const {
    for (std::size_t q = 0; q < p.call_count; ++q, c += sizeof(int)) {
      const Part rank{number(p, q, "k"), number(p, q, "A"), number(p, q, "m"), number(p, q, "B"),
                      number(p, q, "n")};
      int low = std::max(0, rank.k - rank.n), high = std::min(rank.k, rank.m);
      while (low < high) {
        const int i = low + (high - low) / 2;
        takes_a(p, rank, i, rank.k - i - 1) ? low = i + 1 : high = i;
      }
      std::memcpy(c, &low, sizeof low);
    }
  }

  std::span<const std::byte> input_;
  std::vector<wire::Argument> own_arguments_;
  std::span<const wire::Argument> arguments_;
  std::span<const wire::Problem> problems_;
  ValueType type_;
  Less less_;
  std::uint32_t index_ = 0;  // of the problem that is worked on
};

}  // namespace mergelab::judge
