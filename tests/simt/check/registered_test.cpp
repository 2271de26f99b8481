// Registered memory of the host, and the other calls of the API that write for their caller; tiles beyond a
// warp.
#include <simt/counters.hpp>

#include "checked.hpp"

namespace {

class RegisteredMemory : public CheckedModule<"registered"> {
 protected:
};

TEST_F(RegisteredMemory, is_for_kernels_in_its_bounds) {
  EXPECT_EQ(calling("run_registered", 64), "");
  EXPECT_EQ(module_.call<int>("run_registered", 64), 126);
  EXPECT_TRUE(
      holds(calling("run_registered", 65), {"host_pointer: host_variable: thread 0 of block 0 write at"}));
}

TEST_F(RegisteredMemory, is_none_for_kernels_without_it) {
  EXPECT_TRUE(holds(calling("run_unregistered"), {"host_pointer: host_variable: thread ", " write at"}));
}

TEST_F(RegisteredMemory, ends_with_the_frame_that_it_lies_in) {
  EXPECT_TRUE(holds(calling("run_dead_frame"), {"host_pointer: host_variable: thread ", " write at"}));
}

TEST_F(RegisteredMemory, ends_with_the_call_of_the_object) {
  static int ours[64];
  simt::host::allow_host(ours, sizeof ours, "ours", false);
  EXPECT_EQ(calling("run_register", static_cast<void*>(ours), 256), "");
  EXPECT_EQ(module_.call<int>("run_register", static_cast<void*>(ours), 256),
            cudaErrorHostMemoryAlreadyRegistered);
  simt::host::clear_host_arguments();
  simt::host::allow_host(ours, sizeof ours, "ours", true);
  EXPECT_TRUE(holds(calling("run_register", static_cast<void*>(ours), 256),
                    {"wild_pointer: call_of_foreign_memory: write at registered.cu:",
                     "; word: cudaHostRegister; numbers: 256;"}));
}

TEST_F(RegisteredMemory, has_the_api_write_only_where_its_caller_may) {
  std::vector<char> heap(sizeof(cudaFuncAttributes), 'x');
  const std::vector<char> before = heap;
  for (int call = 0; call < 18; ++call) {
    EXPECT_TRUE(holds(calling("run_writing_call", call, static_cast<void*>(heap.data())),
                      {"wild_pointer: call_of_foreign_memory: write at registered.cu:", "; word: cuda"}))
        << call;
  }
  EXPECT_EQ(heap, before);
  simt::host::allow_host(heap.data(), heap.size(), "heap", false);
  for (int call = 0; call < 18; ++call)
    EXPECT_EQ(calling("run_writing_call", call, static_cast<void*>(heap.data())), "") << call;
}

class Tiles : public CheckedModule<"races"> {
 protected:
  Module partitions_{ENGINE_DIR "/partitions.so"};
};

TEST_F(Tiles, order_their_own_threads_and_no_others) {
  EXPECT_EQ(violations_in(partitions_, "run_tile_order", zeros(128, "out"), 1), "");
  EXPECT_EQ(violations_in(partitions_, "run_tile_order", zeros(128, "out"), 33), "");
  EXPECT_TRUE(
      holds(violations_in(partitions_, "run_tile_order", zeros(128, "out"), 64),
            {"race: thread ", " read values[63] (shared)", "; other: thread 63 of same_block write at"}));
}

TEST_F(Tiles, order_the_atomics_of_their_warps) {
  int* out = zeros(2, "out");
  EXPECT_EQ(violations_in(partitions_, "run_tile_sums", out), "");
  EXPECT_EQ(out[0], 64);
  EXPECT_EQ(out[1], 64);
}

TEST_F(Tiles, count_as_barriers_by_their_share_of_the_block) {
  simt::host::set_counting(true);
  simt::host::reset_counters();
  partitions_.call("run_tile_barriers", 10, 128);
  EXPECT_EQ(simt::host::counters().barriers, 10U);
  simt::host::reset_counters();
  partitions_.call("run_tile_barriers", 10, 64);
  EXPECT_EQ(simt::host::counters().barriers, 10U);
  simt::host::set_counting(false);
}

}  // namespace
