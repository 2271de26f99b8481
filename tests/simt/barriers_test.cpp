// Barriers: which meet, and the messages for those that don't.
#include "module.hpp"
#include "support/test.hpp"

namespace {

Module barriers() { return Module(KERNELS_DIR "/barriers.so"); }

TEST(Barrier, finds_threads_that_wait_at_different_lines) {
  std::vector<int> out(128);
  EXPECT_EQ(barriers().violation("run_divergent", out.data()),
            "divergent_barrier: thread 0 waits for block at barriers.cu:6 `__syncthreads();`; other: thread "
            "64 waits for block at barriers.cu:9 `__syncthreads();`; advice: all_reach_barrier");
}

TEST(Barrier, names_threads_of_a_2d_block_by_coordinates) {
  EXPECT_EQ(barriers().violation("run_in_a_square"),
            "divergent_barrier: thread (0,0) waits for block at barriers.cu:15 `if (threadIdx.y == 0) "
            "__syncthreads();`; other: thread (0,1) waits for block at barriers.cu:16 `if (threadIdx.y == 1) "
            "__syncthreads();`; advice: all_reach_barrier");
}

TEST(Barrier, finds_a_block_that_waits_against_a_warp) {
  EXPECT_EQ(barriers().violation("run_block_against_warp"),
            "divergent_barrier: thread 0 waits for block at barriers.cu:24 `__syncthreads();`; other: thread "
            "3 waits for warp at barriers.cu:22 `__syncwarp();`; advice: all_reach_barrier");
}

TEST(Barrier, finds_masks_that_never_meet) {
  const std::string line =
      "barriers.cu:29 `__global__ void masks_disagree() { __syncwarp(threadIdx.x == 2 ? 0x5U : 0x3U << "
      "threadIdx.x); }`";
  EXPECT_EQ(barriers().violation("run_masks_disagree"), "warp_mask: masks: thread 0 waits for warp at " +
                                                            line + "; other: thread 1 waits for warp at " +
                                                            line + "; numbers: 3 6; advice: same_mask");
}

TEST(Barrier, does_not_wait_for_threads_that_returned) {
  int sum = 0;
  barriers().call("run_leave_early", &sum);
  EXPECT_EQ(sum, 50);
}

TEST(Barrier, opens_when_the_last_absent_thread_returns) {
  int passed = 0;
  barriers().call("run_leave_late", &passed);
  EXPECT_EQ(passed, 50);
}

TEST(Barrier, counts_predicates) {
  std::vector<int> out(2);
  barriers().call("run_predicates", out.data());
  EXPECT_EQ(out, (std::vector<int>{14, 0b1010}));
}

TEST(Barrier, engine_runs_on_after_a_violation) {
  const Module module = barriers();
  std::vector<int> out(128);
  int sum = 0;
  EXPECT_NE(module.violation("run_divergent", out.data()), "");
  module.call("run_leave_early", &sum);
  EXPECT_EQ(sum, 50);
  EXPECT_NE(module.violation("run_divergent", out.data()), "");
}

TEST(Barrier, is_refused_to_host_code) {
  EXPECT_TRUE(barriers()
                  .violation("barrier_on_the_host")
                  .starts_with("not_in_a_kernel: host_barrier: at barriers.cu:74 `"));
}

TEST(Launch, is_refused_to_a_kernel) {
  EXPECT_EQ(barriers().violation("run_nested"), "launch_in_a_kernel: kernel_launches:");
}

TEST(BarrierDeathTest, prints_and_aborts_without_a_handler) {
  const Module module = barriers();
  std::vector<int> out(128);
  EXPECT_DEATH(
      {
        simt::host::set_violation_handler(nullptr);
        module.call("run_divergent", out.data());
      },
      "divergent_barrier: .*barriers.cu:6 `__syncthreads...`.*barriers.cu:9");
}

}  // namespace
