// Host code's and kernels' calls of CUDA: each test's function reports what fails, see
// tests/simt/kernels/{device,host}_calls.cu, partitions.cu and short_floats.cu.
#include <bit>

#include "module.hpp"
#include "support/test.hpp"

namespace {

Module device_calls() { return Module(KERNELS_DIR "/device_calls.so"); }
Module graphs() { return Module(KERNELS_DIR "/graphs.so"); }
Module host_calls() { return Module(KERNELS_DIR "/host_calls.so"); }
Module partitions() { return Module(KERNELS_DIR "/partitions.so"); }
Module short_floats() { return Module(KERNELS_DIR "/short_floats.so"); }

struct Case {
  Module (*module)();
  const char* name;
};
class Calls : public testing::TestWithParam<Case> {};
TEST_P(Calls, are_as_in_cuda) { EXPECT_EQ(GetParam().module().call<int>(GetParam().name), 0) << "line"; }
INSTANTIATE_TEST_SUITE_P(
    Cuda, Calls,
    testing::Values(Case{device_calls, "test_integers"}, Case{device_calls, "test_roundings"},
                    Case{device_calls, "test_conversions"}, Case{device_calls, "test_clocks"},
                    Case{device_calls, "test_clocks_and_flags"}, Case{device_calls, "test_mask_in_a_lock"},
                    Case{device_calls, "test_failed_assertion"}, Case{device_calls, "test_trap"},
                    Case{host_calls, "test_launch_kernel"}, Case{host_calls, "test_copy_directions"},
                    Case{host_calls, "test_registered_memory"}, Case{host_calls, "test_limits"},
                    Case{host_calls, "test_pools"}, Case{host_calls, "test_occupancy"},
                    Case{host_calls, "test_attributes"}, Case{host_calls, "test_callbacks_and_flags"},
                    Case{host_calls, "test_cooperative_launch"}, Case{host_calls, "test_boxes_and_hints"},
                    Case{graphs, "test_nodes"}, Case{graphs, "test_wrong_nodes"},
                    Case{graphs, "test_updates"}, Case{graphs, "test_children_and_events"},
                    Case{graphs, "test_capture"}, Case{graphs, "test_wrong_captures"},
                    Case{graphs, "test_untyped_kernels"}, Case{partitions, "test_types"},
                    Case{partitions, "test_coalesced"}, Case{partitions, "test_partitions"},
                    Case{partitions, "test_wide_tiles"}, Case{partitions, "test_grid_barrier"},
                    Case{short_floats, "test_half"}, Case{short_floats, "test_bfloat16"}),
    [](const auto& info) { return std::string(info.param.name).substr(5); });

TEST(ActiveMask, has_the_lanes_that_wait_at_one_line) {
  for (const auto kind :
       {simt::Order::Kind::Forward, simt::Order::Kind::Reverse, simt::Order::Kind::Random}) {
    simt::host::set_order({kind, 3});
    std::vector<unsigned> masks(128);
    EXPECT_EQ(device_calls().call<int>("test_active_masks", masks.data()), 0);
    const unsigned third[2] = {0x49249249, 0x92492492 & 0x7fffffff};
    for (unsigned i = 0; i < 63; ++i) {
      const unsigned all = i < 32 ? ~0U : ~0U >> 1, mine = third[i / 32];
      EXPECT_EQ(masks[i], all) << i;
      EXPECT_EQ(masks[64 + i], i % 3 == 0 ? mine : all & ~mine) << i;
    }
  }
  simt::host::set_order({});
}

TEST(LostDevice, tells_the_assertion_and_who_failed_it) {
  testing::internal::CaptureStderr();
  const Module module = device_calls();
  EXPECT_EQ(simt::host::lost_device(), nullptr);
  EXPECT_EQ(module.call<int>("test_failed_assertion"), 0);
  const std::string printed = testing::internal::GetCapturedStderr();
  EXPECT_NE(printed.find(": block: [1,0,0], thread: [1,0,0] Assertion `values[i] > 0` failed.\n"),
            std::string::npos)
      << printed;
  ASSERT_NE(simt::host::lost_device(), nullptr);
  const std::string lost = fields_of(*simt::host::lost_device());
  EXPECT_TRUE(lost.starts_with("assertion: thread 1 of block 1 at device_calls.cu:")) << lost;
  EXPECT_TRUE(lost.ends_with("; word: values[i] > 0; advice: assertion_ends")) << lost;
}

TEST(LostDevice, tells_the_trap_and_its_line) {
  EXPECT_EQ(device_calls().call<int>("test_trap"), 0);
  ASSERT_NE(simt::host::lost_device(), nullptr);
  EXPECT_EQ(fields_of(*simt::host::lost_device()).substr(0, 44),
            "trap: thread 5 of block 0 at device_calls.cu");
  EXPECT_EQ(partitions().call<int>("test_grid_barrier"), 0);
  EXPECT_EQ(simt::host::lost_device()->message, simt::Message::grid_sync);
}

struct Prints : testing::Test {
  template <class... A>
  static std::string printed(const char* name, A... arguments) {
    testing::internal::CaptureStdout();
    EXPECT_EQ(device_calls().call<int>(name, arguments...), 0);
    return testing::internal::GetCapturedStdout();
  }
  static std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  static bool tells(const std::string& text) {
    return text.find("beyond this is left out") != std::string::npos;
  }
  void TearDown() override { simt::host::set_print_limit(~std::size_t{0}); }
};

TEST_F(Prints, of_every_thread_are_there) {
  const std::string text = printed("run_prints", 10, 100, 1);
  EXPECT_EQ(lines(text), 1000U);
  EXPECT_FALSE(tells(text));
}

TEST_F(Prints, beyond_the_buffer_of_a_launch_are_left_out) {
  EXPECT_EQ(lines(printed("run_prints_with_room", 150ULL)), 11U)
      << "10 lines, and what is said of the others";
  EXPECT_EQ(lines(printed("run_prints_with_room", 1ULL << 20)), 100U);
}

TEST_F(Prints, beyond_the_room_of_the_process_are_left_out) {
  simt::host::set_print_limit(1000);
  const std::string text = printed("run_prints", 100, 1000, 100);  // 150 MB
  EXPECT_LE(text.size(), 1100U);
  EXPECT_EQ(lines(printed("run_prints", 1, 1, 1)), 0U);
}

TEST(Tiles, that_never_meet_are_told) {
  EXPECT_EQ(partitions().violation("run_stuck_tile").substr(0, 60),
            "divergent_barrier: thread 64 waits for tile at partitions.cu");
}

}  // namespace
