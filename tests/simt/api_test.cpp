// The runtime API: launch errors, memory, events, arithmetic.
#include "module.hpp"
#include "support/test.hpp"

namespace {

constexpr int kSuccess = 0, kOutOfMemory = 2, kInvalidConfiguration = 9;

Module api() { return Module(KERNELS_DIR "/api.so"); }

struct Shape {
  unsigned grid_x, grid_y, block_x, block_y, block_z;
  int error;
};
class LaunchShape : public testing::TestWithParam<Shape> {};
TEST_P(LaunchShape, is_judged_as_by_cuda) {
  const Shape s = GetParam();
  const Module module = api();
  EXPECT_EQ(module.call<int>("launch_shape", s.grid_x, s.grid_y, s.block_x, s.block_y, s.block_z), s.error);
  EXPECT_EQ(simt::host::launches().size(), s.error == kSuccess ? 1U : 0U);
}
INSTANTIATE_TEST_SUITE_P(Api, LaunchShape,
                         testing::Values(Shape{1, 1, 1024, 1, 1, kSuccess}, Shape{1, 1, 1, 1, 64, kSuccess},
                                         Shape{0, 1, 1, 1, 1, kInvalidConfiguration},
                                         Shape{1, 1, 0, 1, 1, kInvalidConfiguration},
                                         Shape{1, 1, 1025, 1, 1, kInvalidConfiguration},
                                         Shape{1, 1, 32, 33, 1, kInvalidConfiguration},
                                         Shape{1, 1, 1, 1, 65, kInvalidConfiguration},
                                         Shape{1, 65536, 1, 1, 1, kInvalidConfiguration},
                                         Shape{0x80000000U, 1, 1, 1, 1, kInvalidConfiguration}));

TEST(Api, remembers_the_error_of_a_launch_until_asked_and_does_not_run_it) {
  int out = 0;
  EXPECT_EQ(api().call<int>("failed_launch_is_remembered", &out), 1);
  EXPECT_EQ(out, 0);
}

TEST(Api, names_errors_as_cuda_does) {
  EXPECT_STREQ(api().call<const char*>("error_text", kInvalidConfiguration),
               "invalid configuration argument");
  EXPECT_STREQ(api().call<const char*>("error_text", 424242), "unrecognized error code");
}

TEST(Api, copies_to_and_from_symbols) {
  const std::vector<int> values = {1, 20, 300, 4000};
  EXPECT_EQ(api().call<int>("sum_of_symbols", values.data()), 4321);
}

TEST(Api, copies_to_and_from_device_memory) { EXPECT_EQ(api().call<int>("round_trip"), 42); }
TEST(Api, refuses_to_free_what_it_did_not_allocate) { EXPECT_EQ(api().call<int>("bad_frees"), 1); }
TEST(Api, refuses_more_memory_than_the_device_has) {
  EXPECT_EQ(api().call<int>("too_much_memory"), kOutOfMemory);
}
TEST(Api, counts_the_launches_between_events) { EXPECT_FLOAT_EQ(api().call<float>("elapsed"), 0.01F); }
TEST(Api, describes_the_model_of_the_device) { EXPECT_EQ(api().call<int>("model_agrees"), 1); }
TEST(Api, computes_as_cuda_does) { EXPECT_EQ(api().call<int>("arithmetic"), 1); }

}  // namespace
