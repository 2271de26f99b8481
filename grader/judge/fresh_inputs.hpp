// The inputs of timed calls: another one for every call, made while nothing is being timed.
#pragma once

#include <functional>
#include <future>
#include <optional>

#include "judge/image.hpp"
#include "model/course.hpp"

namespace mergelab::judge {

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

}  // namespace mergelab::judge
