#include "kits/keys/element.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

namespace mergelab::judge {

Element read_element(std::span<const std::byte> c, std::size_t index, ValueType type, const Labels& labels) {
  Element element;
  const std::byte* at = c.data() + index * value_bytes(type);
  if (type == ValueType::record) {
    int record[2];
    std::memcpy(record, at, sizeof record);
    const std::optional<Labels::Element> known = labels.find(static_cast<std::uint32_t>(record[1]));
    element = {record[0], known ? known->origin : -1};
  } else if (type == ValueType::counted) {
    std::uint32_t token = 0;
    std::memcpy(&token, at, sizeof token);
    const std::optional<Labels::Element> known = labels.find(token);
    element = {known ? known->key : static_cast<int>(token), known ? known->origin : -1};
  } else {
    std::memcpy(&element.key, at, sizeof element.key);
  }
  return element;
}

bool holds_only(std::byte filler, std::span<const std::byte> c, std::size_t index, ValueType type) {
  const auto bytes = c.subspan(index * value_bytes(type), value_bytes(type));
  return std::all_of(bytes.begin(), bytes.end(), [&](std::byte b) { return b == filler; });
}

Statement what_is_there(std::span<const std::byte> c, std::size_t index, ValueType type,
                        const Labels& labels) {
  if (holds_only(kPoison, c, index, type)) return Statement(Sentence::never_written);
  if (holds_only(kSharedPoison, c, index, type)) return Statement(Sentence::got_unwritten_shared);
  if (holds_only(kInputMargin, c, index, type)) return Statement(Sentence::got_outside);
  return Statement(Sentence::got_key, read_element(c, index, type, labels).key);
}

Statement first_of(std::int64_t mismatches) {
  return mismatches == 1 ? Statement(Sentence::only_mismatch)
                         : Statement(Sentence::first_mismatch, mismatches);
}

}  // namespace mergelab::judge
