// Operations of lanes that wait for each other in turn are not one request of their warp. Independent ones
// are, with the same atomics.
#include "counted.hpp"
#include "support/test.hpp"

namespace {

using simt::Counters;

class HandOvers : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] Counters count(const std::string& kernel, int threads) const {
    std::vector<int> values(8 * 64);
    std::iota(values.begin(), values.end(), 0);
    const DeviceArray<int> in(values), out(8 * 64);
    return CountedModule(GetParam(), "hand_overs")
        .count(("run_" + kernel).c_str(), in.get(), out.get(), threads);
  }
};

constexpr const char* kTakeTurns[] = {
    "by_orders",  "by_relaxed_and_fences", "by_volatile",       "by_updates",      "by_one_update", "by_lock",
    "by_tickets", "by_barriers",           "by_block_barriers", "by_warp_barriers"};

TEST_P(HandOvers, lanes_that_take_turns_load_one_after_another) {
  for (const char* const kernel : kTakeTurns) {
    EXPECT_EQ(count(kernel, 32).buffers[0].load_requests, 32U) << kernel;
    EXPECT_EQ(count(kernel, 64).buffers[0].load_requests, 64U) << kernel;
  }
  EXPECT_EQ(count("by_way_of_another_warp", 64).buffers[0].load_requests, 32U + 1);
}

TEST_P(HandOvers, the_chain_of_turns_is_the_span) {
  for (const char* const kernel : kTakeTurns) {
    if (std::string(kernel) == "by_barriers") continue;
    EXPECT_GE(count(kernel, 32).span_accesses, 2 * 32U) << kernel;
  }
}

TEST_P(HandOvers, the_chain_of_warps_that_take_turns_is_the_span) {
  for (const char* const kernel : {"relay_of_a_lane", "relay_of_lanes"})
    EXPECT_GE(count(kernel, 8 * 32).span_accesses, 8 * 64U) << kernel;
}

TEST_P(HandOvers, turns_between_warps_are_waits_of_the_block) {
  EXPECT_LE(count("by_orders", 32).barriers, 2U);
  EXPECT_GE(count("by_orders", 64).barriers, 3U);
}

TEST_P(HandOvers, waits_that_order_nothing_are_waits_of_the_block) {
  EXPECT_GE(count("relaxed_updates", 64).barriers, 8U);
}

TEST_P(HandOvers, atomics_of_lanes_that_wait_for_nobody_leave_requests_whole) {
  for (const char* const kernel :
       {"histogram", "unrolled_histogram", "compaction", "hash_table", "minimum", "phases"}) {
    const Counters counters = count(kernel, 64);
    EXPECT_EQ(counters.buffers[0].loads, 8 * 64U) << kernel;
    EXPECT_EQ(counters.buffers[0].load_requests, 8 * 2U) << kernel;
    EXPECT_LE(counters.barriers, std::string(kernel) == "phases" ? 9U : 2U) << kernel;
    EXPECT_LE(counters.span_accesses, 40U) << kernel;
  }
  const Counters counters = count("compaction", 64);
  EXPECT_EQ(counters.buffers[1].store_requests, 8 * 2U);
}

INSTANTIATE_TEST_SUITE_P(Compilers, HandOvers, testing::ValuesIn(compilers()),
                         [](const auto& info) { return info.param; });

}  // namespace
