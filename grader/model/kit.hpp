// What a lab is about: which arrays its cases have, and what its function has to make of them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "model/interface.hpp"

namespace mergelab {

enum class Kit {
  merge,    // C is the stable merge of A and B: m + n elements
  co_rank,  // each call returns the split of a rank k
  sort,     // C is A in order, stable: m elements
  lists,  // C is the stable merge of sorted lists, one behind another; on ranks, A is a rank's own, unsorted
};

struct KitEntry {
  std::string_view name;
  Kit kit;
  std::string_view verb;                      // "merges": what its functions do, for messages
  std::string_view about;                     // the same in full, in Markdown
  std::span<const std::string_view> numbers;  // that its cases have
};
[[nodiscard]] std::span<const KitEntry> kits();
[[nodiscard]] constexpr std::string_view to_string(const KitEntry& entry) { return entry.name; }
[[nodiscard]] const KitEntry& entry_of(Kit kit);
[[nodiscard]] std::string_view to_string(Kit kit);
[[nodiscard]] std::optional<Kit> kit_from_string(std::string_view name);

/// That of a kit's plainest function; the arrays of every other one are like its arrays.
[[nodiscard]] const Interface& usual_interface(Kit kit);
[[nodiscard]] const Interface& usual_interface_on_ranks();

}  // namespace mergelab
