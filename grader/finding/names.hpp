// The names of a finding's enumerators in data files.
#pragma once

#include <optional>

#include "finding/finding.hpp"

namespace mergelab::finding {

inline constexpr std::string_view kMessageNames[] = {
    "none",
#define MERGELAB_MESSAGE(id, rule, text) #id,
#include "finding/messages.inc"
#undef MERGELAB_MESSAGE
};
inline constexpr std::string_view kAgentNames[] = {"none",      "host",       "thread", "another_thread",
                                                   "bulk_copy", "async_copy", "call"};
inline constexpr std::string_view kInNames[] = {"none", "block", "same_block", "another_block",
                                                "kernel_before"};
inline constexpr std::string_view kVerbNames[] = {"read", "write", "update"};

static_assert(std::size(kAgentNames) == static_cast<std::size_t>(Agent::Kind::call) + 1 &&
              std::size(kInNames) == static_cast<std::size_t>(Agent::In::kernel_before) + 1 &&
              std::size(kVerbNames) == static_cast<std::size_t>(Access::Verb::update) + 1);

constexpr const auto& names(Message) { return kMessageNames; }
constexpr const auto& names(Rule) { return kRuleNames; }
constexpr const auto& names(Agent::Kind) { return kAgentNames; }
constexpr const auto& names(Agent::In) { return kInNames; }
constexpr const auto& names(Access::Verb) { return kVerbNames; }

template <class Enum>
requires requires(Enum value) { names(value); }
[[nodiscard]] std::string_view to_string(Enum value) { return names(value)[static_cast<std::size_t>(value)]; }

/// Nothing for a name that none has.
template <class Enum>
requires requires(Enum value) { names(value); }
[[nodiscard]] std::optional<Enum> from_name(std::string_view name, const Enum* /*which*/) {
  const auto& all = names(Enum());
  for (std::size_t i = 0; i < std::size(all); ++i) {
    if (all[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace mergelab::finding
