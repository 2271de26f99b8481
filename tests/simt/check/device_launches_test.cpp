// What comes before a kernel that a kernel launches, and before what follows its parent.
#include "checked.hpp"

namespace {

class DeviceLaunches : public Checked {
 protected:
  DeviceLaunches() : Checked("device_launches") { simt::host::allow_device_launches(true); }
  ~DeviceLaunches() override { simt::host::allow_device_launches(false); }

  template <class... A>
  std::string found(const char* name, A... how) {
    return violations(name, zeros(32, "A"), zeros(64, "C"), how...);
  }
  template <class... A>
  testing::AssertionResult race(const char* name, A... how) {
    const std::string all = found(name, how...);
    if (lines(all) != 1) return testing::AssertionFailure() << lines(all) << " findings:\n" << all;
    return holds(all, {"race: ", " device_launches.cu:", "; other: ", " of kernel_before ",
                       "; advice: launched_by_kernel"});
  }
};

TEST_F(DeviceLaunches, come_after_what_their_thread_did_and_what_its_block_synchronised) {
  for (const int how : {0, 3, 4, 6, 8}) EXPECT_EQ(found("run_parent", how), "") << how;
  for (const int how : {0, 1, 2})
    EXPECT_EQ(violations("run_that_waits", zeros(64, "A"), zeros(64, "C"), how), "") << how;
  EXPECT_TRUE(holds(violations("run_that_waits", zeros(64, "A"), zeros(64, "C"), 3),
                    {"race: ", "; advice: launched_by_kernel"}));
}

TEST_F(DeviceLaunches, race_with_the_rest_of_their_parent) {
  for (const int how : {1, 2, 5, 7}) EXPECT_TRUE(race("run_parent", how)) << how;
}

TEST_F(DeviceLaunches, are_ordered_by_a_block_s_streams) {
  for (const int how : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 18}) EXPECT_EQ(found("run_two", how), "") << how;
}

TEST_F(DeviceLaunches, race_in_different_streams) {
  for (int how = 10; how <= 17; ++how) EXPECT_TRUE(race("run_two", how)) << how;
}

TEST_F(DeviceLaunches, race_with_those_of_other_blocks) {
  for (const int how : {0, 1, 3}) EXPECT_TRUE(race("run_blocks", how)) << how;
  EXPECT_EQ(found("run_blocks", 2), "") << "the launching thread has seen the other block's flag";
}

TEST_F(DeviceLaunches, come_after_what_came_before_their_parent) {
  EXPECT_EQ(found("run_grandparent", false), "");
  EXPECT_TRUE(race("run_grandparent", true));
}

TEST_F(DeviceLaunches, end_before_what_follows_their_parent) {
  for (const int how : {0, 1}) EXPECT_EQ(found("run_after", how), "") << how;
  EXPECT_TRUE(holds(found("run_after", 2), {"race: ", "; advice: kernels_in_streams"}));
  EXPECT_EQ(violations("run_host", zeros(32, "A")), "");
}

TEST_F(DeviceLaunches, get_no_memory_of_a_block_or_thread) {
  int* const A = zeros(32, "A");
  EXPECT_EQ(violations("run_pass", A, 0), "");
  for (const int how : {1, 2, 3}) {
    const std::string all = violations("run_pass", A, how);
    EXPECT_TRUE(holds(all, {"wild_pointer: own_memory_to_child: thread 0 of block 0",
                            " device_launches.cu:", "; advice: global_to_child"}))
        << how;
    EXPECT_TRUE(
        holds(simt::host::text_of(simt::host::violations().front()),
              {how == 2 ? "passes a pointer to its local memory" : "passes a pointer to its shared memory",
               "device_launches.cu:"}));
  }
}

TEST_F(DeviceLaunches, are_not_waited_for_by_a_loop) {
  simt::host::set_step_limit(1'000'000);
  EXPECT_TRUE(holds(violations("run_wait", zeros(32, "A")), {"step_limit: ", "; advice: no_wait_for_child"}));
}

TEST_F(DeviceLaunches, end_the_run_where_only_host_code_may_launch) {
  simt::host::allow_device_launches(false);
  EXPECT_TRUE(holds(found("run_parent", 0), {"launch_in_a_kernel: kernel_launches:"}));
  EXPECT_TRUE(holds(found("run_two", 1), {"launch_in_a_kernel: kernel_calls_host: thread 0 of block 0"}));
}

}  // namespace
