// The rules that a submission may break, and other ends of its run that a check can tell.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

namespace mergelab::finding {

// clang-format off
#define MERGELAB_RULES(RULE)                                                                                 \
  RULE(race) RULE(uninitialised_read) RULE(write_to_const) RULE(out_of_bounds) RULE(shared_size)             \
  RULE(misaligned) RULE(use_after_free) RULE(host_pointer) RULE(host_access) RULE(wild_pointer)              \
  RULE(divergent_barrier) RULE(deadlock) RULE(warp_mask) RULE(step_limit) RULE(too_slow) RULE(slow_launch)   \
  RULE(waits_for_block) RULE(not_in_a_kernel) RULE(launch_in_a_kernel) RULE(integer_for_pointer)             \
  RULE(async_copy) RULE(host_values) RULE(assertion) RULE(trap) RULE(missing_return) RULE(no_memory)         \
  RULE(invalid_launch) RULE(unasked_error)                                                                   \
  /* of a worker, besides */                                                                                 \
  RULE(outside) RULE(read_outside) RULE(input_changed) RULE(fault) RULE(stack_overflow) RULE(exited)         \
  RULE(endless) RULE(launch_error) RULE(static_shared) RULE(todo)
// clang-format on

/// docs/simt.md says what breaks each.
enum class Rule : std::uint8_t {
#define MERGELAB_RULE(rule) rule,
  MERGELAB_RULES(MERGELAB_RULE)
#undef MERGELAB_RULE
};

inline constexpr std::string_view kRuleNames[] = {
#define MERGELAB_RULE(rule) #rule,
    MERGELAB_RULES(MERGELAB_RULE)
#undef MERGELAB_RULE
};

/// Those before this one are the engine's.
inline constexpr Rule kFirstOfWorker = Rule::outside;

/// "out_of_bounds"
[[nodiscard]] constexpr std::string_view name(Rule rule) {
  return kRuleNames[static_cast<std::size_t>(rule)];
}

}  // namespace mergelab::finding
