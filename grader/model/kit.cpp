#include "model/kit.hpp"

#include <array>

namespace mergelab {
namespace {

using Role = Argument::Role;

constexpr std::string_view kNumbersOfMerge[] = {"m", "n", "section", "tile"};
constexpr std::string_view kNumbersOfRank[] = {"k", "m", "n"};
constexpr std::string_view kNumbersOfSort[] = {"m"};
constexpr std::string_view kNumbersOfLists[] = {"k", "total", "m", "capacity"};

// In the order of Kit.
constexpr std::array kKits{
    KitEntry{"merge", Kit::merge, "merges", "C is the stable merge of A and B", kNumbersOfMerge},
    KitEntry{"co_rank", Kit::co_rank, "finds ranks",
             "returns how many of the first k outputs of that merge come from A", kNumbersOfRank},
    KitEntry{"sort", Kit::sort, "sorts", "C is A in order, and equal elements stay in A's order",
             kNumbersOfSort},
    KitEntry{"lists", Kit::lists, "merges lists",
             "C is the stable merge of sorted lists, one behind another; on ranks, what a rank keeps of the "
             "stable sort of all ranks' keys",
             kNumbersOfLists},
};

Argument array(const char* name, Role role, const char* extent, const char* type = "value") {
  return {.name = name, .role = role, .type = type, .extents = {extent}};
}
Argument number(const char* name, Role role) { return {.name = name, .role = role}; }

Interface make_usual(Kit kit) {
  switch (kit) {
    case Kit::merge:
      return {.arguments = {array("A", Role::in, "m"), number("m", Role::size), array("B", Role::in, "n"),
                            number("n", Role::size), array("C", Role::out, "m+n")},
              .returns = {}};
    case Kit::co_rank:
      return {.runs = Runs::host,
              .arguments = {number("k", Role::parameter), array("A", Role::in, "m"), number("m", Role::size),
                            array("B", Role::in, "n"), number("n", Role::size)},
              .returns = "int"};
    case Kit::sort:
      return {.arguments = {array("A", Role::in, "m"), number("m", Role::size), array("C", Role::out, "m"),
                            array("scratch", Role::scratch, "m")},
              .returns = {}};
    case Kit::lists:
      return {
          .arguments = {array("lists", Role::in, "total"), array("starts", Role::in, "k+1", "int"),
                        number("k", Role::size), number("total", Role::size), array("C", Role::out, "total")},
          .returns = {}};
  }
  return {};
}

}  // namespace

std::span<const KitEntry> kits() { return kKits; }

const KitEntry& entry_of(Kit kit) { return kKits.at(static_cast<std::size_t>(kit)); }

std::string_view to_string(Kit kit) { return entry_of(kit).name; }

std::optional<Kit> kit_from_string(std::string_view name) {
  for (const KitEntry& entry : kKits) {
    if (entry.name == name) return entry.kit;
  }
  return std::nullopt;
}

const Interface& usual_interface(Kit kit) {
  static const std::array<Interface, kKits.size()> usual{make_usual(Kit::merge), make_usual(Kit::co_rank),
                                                         make_usual(Kit::sort), make_usual(Kit::lists)};
  return usual.at(static_cast<std::size_t>(kit));
}

const Interface& usual_interface_on_ranks() {
  static const Interface usual{
      .runs = Runs::ranks,
      .arguments = {array("A", Role::in, "m"), number("m", Role::size), array("C", Role::out, "capacity"),
                    number("capacity", Role::size)},
      .returns = "int"};
  return usual;
}

}  // namespace mergelab
