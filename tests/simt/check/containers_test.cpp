// What simt-cc compiles once more of the C++ library: right, balanced, and seen by the checks.
#include "checked.hpp"

namespace {

using Containers = CheckedModule<"containers">;

TEST_F(Containers, keep_the_order_of_their_keys_and_are_balanced) {
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    EXPECT_EQ(violations("run_tree", 600, seed), "");
    EXPECT_EQ(module_.call<int>("run_tree", 600, seed), 0) << seed;
  }
}

TEST_F(Containers, splice_lists) {
  for (const int count : {1, 2, 3, 40}) {
    EXPECT_EQ(violations("run_list", count), "");
    EXPECT_EQ(module_.call<int>("run_list", count), 0) << count;
  }
}

TEST_F(Containers, find_what_was_hashed) {
  EXPECT_EQ(violations("run_hash", 100), "");
  EXPECT_EQ(module_.call<int>("run_hash", 100), 0);
}

TEST_F(Containers, stand_beside_functions_that_tell_the_same_everywhere) {
  EXPECT_EQ(violations("run_functions"), "");
  EXPECT_EQ(module_.call<int>("run_functions"), 0);
}

TEST_F(Containers, stand_beside_c_s_functions_on_texts) {
  EXPECT_EQ(violations("run_texts"), "");
  EXPECT_EQ(module_.call<int>("run_texts"), 113308030);
}

TEST_F(Containers, stand_beside_qsort) {
  for (const int count : {0, 1, 2, 3, 100, 1000}) {
    EXPECT_EQ(violations("run_sort", count), "");
    EXPECT_EQ(module_.call<int>("run_sort", count), 0) << count;
  }
}

using ContainersDeathTest = Containers;
TEST_F(ContainersDeathTest, are_seen_by_the_checks) {
  // The library's function throws nothing.
  EXPECT_DEATH(static_cast<void>(violations("run_forged", device(4, "A"))),
               "host_access: device_memory: host write A.0. at containers.cu:");
}

TEST_F(Containers, are_not_for_kernels) {
  EXPECT_TRUE(holds(violations("run_kernel_that_draws", device(4, "A")),
                    {"launch_in_a_kernel: kernel_calls_host: thread 0 of block 0"}));
}

}  // namespace
