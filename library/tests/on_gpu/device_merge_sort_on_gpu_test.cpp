// Tests of device_merge_sort that need a GPU: every size, graphs, streams, sizes beyond 32 bits, and
// compute-sanitizer's tools.
#include <gtest/gtest.h>

#include "only_on_gpu.hpp"

namespace {

using DeviceMergeSortOnlyOnGpu = OnlyOnGpuTest;

TEST_F(DeviceMergeSortOnlyOnGpu, sorts_every_size_to_5000) { EXPECT_EQ(call("sort_every_size_to_5000"), 0); }
TEST_F(DeviceMergeSortOnlyOnGpu, sorts_random_sizes) { EXPECT_EQ(call("sort_random_sizes"), 0); }
TEST_F(DeviceMergeSortOnlyOnGpu, is_captured_and_replayed_with_new_keys) {
  EXPECT_EQ(call("sort_in_a_graph"), 0);
}
TEST_F(DeviceMergeSortOnlyOnGpu, runs_in_two_streams_at_once) { EXPECT_EQ(call("sort_in_two_streams"), 0); }

TEST_F(DeviceMergeSortOnlyOnGpu, counts_beyond_32_bits) {
  call_where_there_is_memory({{"sort_bytes_beyond_32_bits", 5}, {"sort_ints_beyond_32_bits", 17}});
}

TEST_F(DeviceMergeSortOnlyOnGpu, is_clean_under_the_tools_of_compute_sanitizer) {
  are_clean_under_every_tool("*.sorts_at_any_alignment:*.stays_inside_its_arrays_when_keys_have_no_order");
}

}  // namespace
