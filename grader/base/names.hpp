// The names of an enumeration's values in files. They stand beside it, in its order:
//   constexpr std::array<std::string_view, 2> names(Backend) { return {"cpu", "gpu"}; }
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace mergelab {

template <class Value>
concept Enumerated = requires(Value value) {
  names(value);
};

template <Enumerated Enum>
[[nodiscard]] constexpr std::string_view to_string(Enum value) {
  return names(value)[static_cast<std::size_t>(value)];
}

/// Nothing for a name that none has.
template <Enumerated Enum>
[[nodiscard]] std::optional<Enum> from_name(std::string_view name, const Enum* /*which*/) {
  const auto& all = names(Enum());
  for (std::size_t i = 0; i < std::size(all); ++i) {
    if (all[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

/// The value of this name: of an enumeration, or of another type that has a from_name().
template <class Value>
[[nodiscard]] auto named(std::string_view name) {
  return from_name(name, static_cast<const Value*>(nullptr));
}

}  // namespace mergelab
