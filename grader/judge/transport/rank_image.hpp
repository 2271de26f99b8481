// The memory of one rank: its part of a problem, laid out for its own worker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/descriptor.hpp"
#include "judge/image.hpp"
#include "model/outcome.hpp"
#include "wire/memory.hpp"
#include "wire/message.hpp"

namespace mergelab::judge {

class RankImage {
 public:
  /// List `rank` of a problem with `ranks` of them, its elements as the whole image has them. Throws
  /// std::system_error when memory runs out.
  RankImage(const Image& whole, const wire::Problem& problem, int rank, int ranks, int begin, int end);

  [[nodiscard]] int input() const { return input_.get(); }
  [[nodiscard]] int output() const { return output_.get(); }
  [[nodiscard]] int exchange() const { return exchange_.get(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Of either half of the exchange memory.
  [[nodiscard]] std::uint64_t exchange_bytes() const { return exchange_bytes_; }
  [[nodiscard]] std::span<std::byte> exchange_memory() const { return exchange_view_.bytes(); }
  [[nodiscard]] int capacity() const { return capacity_; }

  /// The judge's own copy of what the worker wrote, to be taken when it has fetched.
  void take();
  /// What the copy shows of the input and the margins: changed, and that by this rank's worker. Passed where
  /// nothing.
  [[nodiscard]] Outcome check_untouched() const;
  /// The first `count` elements of the output in the copy.
  [[nodiscard]] std::span<const std::byte> kept(int count) const;
  /// What the function returned, by the copy.
  [[nodiscard]] int returned() const;

 private:
  [[nodiscard]] wire::Buffer& given() { return problem_.arrays[input_at_]; }
  [[nodiscard]] wire::Buffer& result() { return problem_.arrays[output_at_]; }
  [[nodiscard]] const wire::Buffer& result() const { return problem_.arrays[output_at_]; }
  void fill(const Image& whole, const wire::Problem& problem, int begin);

  Interface interface_;
  wire::Problem problem_;
  std::size_t input_at_, output_at_;  // indices of arguments
  std::size_t value_bytes_;
  int capacity_;  // elements: those of all ranks
  std::size_t bytes_ = 0;
  std::uint64_t exchange_bytes_;
  base::Descriptor input_, output_, exchange_;
  wire::Mapping view_, exchange_view_;
  std::vector<std::byte> taken_;
};

}  // namespace mergelab::judge
