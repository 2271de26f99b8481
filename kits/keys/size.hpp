// Sizes of cases as data: "2*tile+1", evaluated for the shape and launch that are graded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/formula.hpp"

namespace mergelab::judge {

/// What a size may refer to. `section` and `tile` are the grader's own arguments, in elements; the other
/// three are observed at a probe launch, never stated by a submission, and 0 if the lab launches nothing.
struct Symbols {
  std::int64_t section = 0;
  std::int64_t tile = 0;
  std::int64_t block = 0;    // threads per block
  std::int64_t threads = 0;  // threads per grid
  std::int64_t share = 0;    // outputs per thread, rounded up
};

class Size {
 public:
  Size() = default;
  /// Throws std::invalid_argument as Formula does, and for other names than those of Symbols.
  explicit Size(std::string_view text);

  [[nodiscard]] const std::string& text() const { return formula_.text(); }
  /// Whether the value depends on what a probe launch shows.
  [[nodiscard]] bool needs_launch() const;
  /// The value, or 0 for one below 0: a submission chooses its launch, and "threads/2-1" is -1 for a launch
  /// of one thread. Throws std::out_of_range when it is over 2^31-1 or divides by 0.
  [[nodiscard]] std::int64_t evaluate(const Symbols& symbols) const;
  /// The same with its sign. Where no launch decides it, a value below 0 is a mistake in the course's data.
  [[nodiscard]] std::int64_t evaluate_signed(const Symbols& symbols) const;

 private:
  Formula formula_;
};

}  // namespace mergelab::judge
