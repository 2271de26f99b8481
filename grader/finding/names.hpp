// The names of a finding's enumerators in data files.
#pragma once

#include "base/names.hpp"
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

}  // namespace mergelab::finding
