// Tests of device_merge that need a GPU: many merges, graphs, streams, sizes beyond 32 bits, processes that
// are killed in the middle of a merge, and compute-sanitizer's tools.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "child.hpp"
#include "only_on_gpu.hpp"

namespace {

std::string own_path() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

class LIBRARY_SUITE : public OnlyOnGpuTest {
 protected:
  [[nodiscard]] std::string failure() const {
    return module().function<const char* (*)()>("merge_failure")();
  }
};

TEST_F(LIBRARY_SUITE, merges_every_small_size_of_three_symbols) {
  EXPECT_EQ(call("merge_every_small_size"), 0) << failure();
}
TEST_F(LIBRARY_SUITE, merges_at_every_alignment_of_every_array) {
  EXPECT_EQ(call("merge_every_alignment"), 0) << failure();
}
TEST_F(LIBRARY_SUITE, merges_a_hundred_thousand_random_cases) {
  EXPECT_EQ(call("merge_random_cases"), 0) << failure();
}
TEST_F(LIBRARY_SUITE, is_captured_and_replayed_with_new_keys) { EXPECT_EQ(call("merge_in_a_graph"), 0); }
TEST_F(LIBRARY_SUITE, runs_in_two_streams_at_once) { EXPECT_EQ(call("merge_in_two_streams"), 0); }

TEST_F(LIBRARY_SUITE, counts_beyond_32_bits) {
  call_where_there_is_memory({{"merge_beyond_32_bits", 7}, {"merge_ints_beyond_32_bits", 27}});
}

constexpr const char* kForever = "DEVICE_MERGE_FOREVER";

/// The process that is killed; by itself it does nothing.
TEST_F(LIBRARY_SUITE, merges_until_it_is_killed) {
  if (std::getenv(kForever) == nullptr)
    GTEST_SKIP() << "is_usable_after_a_kill_in_the_middle_of_a_merge starts it";
  while (call("merge_for_long") == 0) {
    std::printf("merging\n");
    std::fflush(stdout);
  }
  FAIL();
}

TEST_F(LIBRARY_SUITE, is_usable_after_a_kill_in_the_middle_of_a_merge) {
  const std::string filter = std::string("--gtest_filter=*.merges_until_it_is_killed");
  for (int i = 0; i < 4; ++i) {
    Child child({own_path(), filter}, "DEVICE_MERGE_FOREVER=1");
    ASSERT_TRUE(child.reads("merging\n")) << child.seen();
    ASSERT_EQ(call("merge_in_two_streams"), 0) << "beside it";
    std::this_thread::sleep_for(std::chrono::milliseconds(3 * i));
    child.kill();
    EXPECT_EQ(child.wait(), 128 + SIGKILL);
    ASSERT_EQ(call("merge_in_two_streams"), 0) << "after it";
    ASSERT_EQ(call("merge_in_a_graph"), 0) << "after it";
  }
}

TEST_F(LIBRARY_SUITE, is_clean_under_the_tools_of_compute_sanitizer) {
  are_clean_under_every_tool("*.merges_at_any_alignment:*.stays_inside_its_arrays_when_keys_are_not_sorted");
}

}  // namespace
