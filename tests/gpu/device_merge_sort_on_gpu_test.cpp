// What only a GPU shows of device_merge_sort: every size, graphs, streams, sizes beyond 32 bits, and
// compute-sanitizer's tools.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "../device_library/module.hpp"
#include "child.hpp"

namespace {

int call(const char* name) {
  static const MergeModule loaded(DEVICE_MERGE_MODULE);
  return loaded.function<int (*)()>(name)();
}

class DeviceMergeSortOnlyOnGpu : public testing::Test {
 protected:
  void SetUp() override {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) GTEST_SKIP() << "no GPU here";
  }
};

TEST_F(DeviceMergeSortOnlyOnGpu, sorts_every_size_to_5000) { EXPECT_EQ(call("sort_every_size_to_5000"), 0); }
TEST_F(DeviceMergeSortOnlyOnGpu, sorts_random_sizes) { EXPECT_EQ(call("sort_random_sizes"), 0); }
TEST_F(DeviceMergeSortOnlyOnGpu, is_captured_and_replayed_with_new_keys) {
  EXPECT_EQ(call("sort_in_a_graph"), 0);
}
TEST_F(DeviceMergeSortOnlyOnGpu, runs_in_two_streams_at_once) { EXPECT_EQ(call("sort_in_two_streams"), 0); }

TEST_F(DeviceMergeSortOnlyOnGpu, counts_beyond_32_bits) {
  std::size_t free_bytes = 0, all_bytes = 0;
  for (const auto& [name, gigabytes] :
       {std::pair{"sort_bytes_beyond_32_bits", 5}, std::pair{"sort_ints_beyond_32_bits", 17}}) {
    ASSERT_EQ(cudaMemGetInfo(&free_bytes, &all_bytes), cudaSuccess);
    if (free_bytes < static_cast<std::size_t>(gigabytes) << 30)
      GTEST_SKIP() << "less than " << gigabytes << " GiB of device memory are free";
    EXPECT_EQ(call(name), 0) << name;
  }
}

TEST_F(DeviceMergeSortOnlyOnGpu, is_clean_under_the_tools_of_compute_sanitizer) {
  if (!std::filesystem::exists(COMPUTE_SANITIZER)) GTEST_SKIP() << "no " COMPUTE_SANITIZER;
  for (const char* tool : {"memcheck", "racecheck", "initcheck", "synccheck"}) {
    Child child(
        {COMPUTE_SANITIZER, "--tool", tool, "--error-exitcode", "9", DEVICE_MERGE_TESTS,
         "--gtest_filter=*.sorts_at_any_alignment:*.stays_inside_its_arrays_when_keys_have_no_order"});
    EXPECT_EQ(child.wait(), 0) << tool << ":\n" << child.seen();
    EXPECT_NE(child.seen().find("[  PASSED  ] 2 tests"), std::string::npos) << tool << ":\n" << child.seen();
  }
}

}  // namespace
