#include "judge/buffer.hpp"

#include <algorithm>

namespace mergelab::judge {

std::byte* fill_margins(std::span<std::byte> memory, const wire::Buffer& buffer, std::byte margin) {
  std::byte* const start = memory.data() + buffer.offset;
  std::fill_n(start, buffer.margin_before, margin);
  std::fill_n(start + buffer.margin_before + buffer.bytes, buffer.margin_after, margin);
  return start + buffer.margin_before;
}

Outcome check_untouched(const NamedBuffer& named, std::span<const std::byte> sent,
                        std::span<const std::byte> returned) {
  const auto& [name, buffer, is_input, size] = named;
  const auto touched = [&, at = buffer.offset](std::size_t from, std::size_t bytes) {
    const auto was = sent.subspan(at + from, bytes), is = returned.subspan(at + from, bytes);
    return static_cast<std::size_t>(std::mismatch(was.begin(), was.end(), is.begin()).first - was.begin());
  };
  if (is_input) {
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

}  // namespace mergelab::judge
