#include "judge/buffer.hpp"

#include <algorithm>

namespace mergelab::judge {

std::byte* fill_margins(std::span<std::byte> memory, const wire::Buffer& buffer, std::byte margin) {
  std::byte* const start = memory.data() + buffer.offset;
  std::fill_n(start, buffer.margin_before, margin);
  std::fill_n(start + buffer.margin_before + buffer.bytes, buffer.margin_after, margin);
  return start + buffer.margin_before;
}

namespace {

Outcome check_untouched(const Argument& argument, std::size_t element_bytes, const wire::Buffer& buffer,
                        std::span<const std::byte> sent, std::span<const std::byte> returned) {
  const std::string& name = argument.name;
  const auto size = static_cast<std::int64_t>(element_bytes);
  const auto touched = [&, at = buffer.offset](std::size_t from, std::size_t bytes) {
    const auto was = sent.subspan(at + from, bytes), is = returned.subspan(at + from, bytes);
    return static_cast<std::size_t>(std::mismatch(was.begin(), was.end(), is.begin()).first - was.begin());
  };
  if (argument.role == Argument::Role::in) {
    const std::size_t at = touched(buffer.margin_before, buffer.bytes);
    if (at < buffer.bytes) {
      return {Verdict::wrong_answer,
              Statement(Sentence::input_changed, name, static_cast<std::int64_t>(at) / size),
              "input_changed",
              {}};
    }
  }
  const std::size_t before = touched(0, buffer.margin_before);
  const std::size_t after = touched(buffer.margin_before + buffer.bytes, buffer.margin_after);
  if (before == buffer.margin_before && after == buffer.margin_after) return {};
  const std::int64_t elements = static_cast<std::int64_t>(buffer.bytes) / size;
  const std::int64_t index =
      before < buffer.margin_before
          ? -((static_cast<std::int64_t>(buffer.margin_before - before) + size - 1) / size)
          : elements + static_cast<std::int64_t>(after) / size;
  return {Verdict::wrong_answer, Statement(Sentence::write_outside, name, index, elements), "outside", {}};
}

}  // namespace

Outcome check_untouched(const Interface& interface, std::size_t value_bytes, const wire::Problem& problem,
                        std::span<const std::byte> sent, std::span<const std::byte> returned) {
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const Argument& argument = interface.arguments[i];
    if (!argument.is_input() && !argument.is_output()) continue;
    Outcome untouched =
        check_untouched(argument, argument.element_bytes(value_bytes), problem.arrays[i], sent, returned);
    if (!untouched.passed()) return untouched;
  }
  return {};
}

}  // namespace mergelab::judge
