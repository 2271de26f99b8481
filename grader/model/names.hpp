// Enumerations and their names, in both directions.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace mergelab {

template <class Value, std::size_t kCount>
using Names = std::array<std::pair<Value, std::string_view>, kCount>;

template <class Value, std::size_t kCount>
[[nodiscard]] constexpr std::string_view name_of(const Names<Value, kCount>& names, Value value) {
  for (const auto& [candidate, name] : names) {
    if (candidate == value) return name;
  }
  return "?";
}

template <class Value, std::size_t kCount>
[[nodiscard]] constexpr std::optional<Value> value_of(const Names<Value, kCount>& names,
                                                      std::string_view name) {
  for (const auto& [value, candidate] : names) {
    if (candidate == name) return value;
  }
  return std::nullopt;
}

}  // namespace mergelab
