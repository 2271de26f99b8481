// The marks of elements, and what they come to.
#include "coverage.hpp"

#include <algorithm>
#include <cstring>

namespace simt {
namespace count {

Coverage coverage;

namespace {

enum Mark : std::uint8_t { kNobody = 0, kCounted = 1, kHost = 2 };

}  // namespace

void Coverage::clear() {
  arrays_.clear();
  under_way_.clear();
}

void Coverage::add(const void* memory, std::size_t bytes, std::size_t element_bytes, bool is_output) {
  if (element_bytes == 0 || bytes < element_bytes) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::size_t marks = is_output ? bytes : bytes / element_bytes;
  arrays_.push_back({begin, begin + bytes, element_bytes, is_output, std::vector<std::uint8_t>(marks),
                     std::vector<std::uint8_t>(is_output ? bytes : 0)});
}

void Coverage::reads(Array& array, std::uintptr_t begin, std::uintptr_t end) {
  const std::size_t first = (std::max(begin, array.begin) - array.begin) / array.element_bytes;
  const std::size_t last = (std::min(end, array.end) - 1 - array.begin) / array.element_bytes;
  for (std::size_t i = first; i <= last && i < array.marks.size(); ++i) array.marks[i] = kCounted;
}

void Coverage::mark(const Range& range, std::uint8_t mark) {
  for (Array& array : arrays_) {
    const std::uintptr_t begin = std::max(range.begin, array.begin), end = std::min(range.end, array.end);
    if (!array.is_output || begin >= end) continue;
    std::memset(&array.marks[begin - array.begin], mark, end - begin);
    std::memcpy(&array.written[begin - array.begin], reinterpret_cast<const void*>(begin), end - begin);
  }
}

void Coverage::keep_written() {
  for (const Range& range : under_way_) mark(range, kCounted);
  under_way_.clear();
}

void Coverage::reads(const core::Rows& rows) {
  for (std::size_t row = 0; row < rows.height; ++row)
    access(Kind::Read, rows.begin + row * rows.pitch, rows.width);
}

void Coverage::writes(const core::Rows& rows) {
  keep_written();
  for (std::size_t row = 0; row < rows.height; ++row) {
    const std::uintptr_t begin = rows.begin + row * rows.pitch;
    under_way_.push_back({begin, begin + rows.width});
  }
}

void Coverage::host_writes(const core::Rows& rows) {
  keep_written();
  for (std::size_t row = 0; row < rows.height; ++row) {
    const std::uintptr_t begin = rows.begin + row * rows.pitch;
    mark({begin, begin + rows.width}, kHost);
  }
}

Uncovered::Why Coverage::why(const Array& array, std::size_t element) {
  using Why = Uncovered::Why;
  if (!array.is_output) return array.marks[element] == kNobody ? Why::untouched : Why::covered;
  const auto* memory = reinterpret_cast<const std::uint8_t*>(array.begin);
  const std::size_t begin = element * array.element_bytes;
  bool is_written = false, by_host = false, differs = false;
  for (std::size_t at = begin; at < begin + array.element_bytes; ++at) {
    const bool is_counted = array.marks[at] == kCounted;
    is_written |= is_counted;
    by_host |= array.marks[at] == kHost;
    differs |= is_counted && array.written[at] != memory[at];
  }
  if (by_host) return Why::by_host;
  if (!is_written) return Why::untouched;
  return differs ? Why::changed : Why::covered;
}

Uncovered Coverage::uncovered(const Array& array) {
  Uncovered found;
  const std::size_t count = (array.end - array.begin) / array.element_bytes;
  for (std::size_t i = 0; i < count; ++i) {
    const Uncovered::Why why = Coverage::why(array, i);
    if (why == Uncovered::Why::covered) continue;
    if (found.count++ == 0) found = {1, i, why};
  }
  return found;
}

std::vector<Uncovered> Coverage::uncovered() {
  keep_written();
  std::vector<Uncovered> all;
  for (const Array& array : arrays_) all.push_back(uncovered(array));
  return all;
}

}  // namespace count

void host::cover(const void* memory, std::size_t bytes, std::size_t element_bytes, Covers what) {
  count::coverage.add(memory, bytes, element_bytes, what == Covers::Writes);
}

std::vector<Uncovered> host::uncovered() { return count::coverage.uncovered(); }

}  // namespace simt
