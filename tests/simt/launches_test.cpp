// Launches end to end: .cu files through simt-cc, run by the engine.
#include "module.hpp"
#include "support/test.hpp"

namespace {

Module basics() { return Module(KERNELS_DIR "/basics.so"); }

TEST(Launch, runs_every_thread_of_a_2d_grid_with_a_ragged_edge) {
  const int width = 21, height = 10;
  std::vector<int> a(width * height), b(width * height), c(width * height, -1);
  std::iota(a.begin(), a.end(), 0);
  std::iota(b.begin(), b.end(), 1000);
  basics().call("run_add_2d", a.data(), b.data(), c.data(), width, height);
  for (int i = 0; i < width * height; ++i) ASSERT_EQ(c[i], 1000 + 2 * i) << "at " << i;
}

TEST(Launch, gives_each_thread_of_a_3d_grid_its_coordinates) {
  std::vector<unsigned> out(3 * 2 * 4 * 5 * 3 * 2, ~0U);
  basics().call("run_where", out.data());
  std::size_t i = 0;
  for (unsigned bz = 0; bz < 4; ++bz)
    for (unsigned by = 0; by < 2; ++by)
      for (unsigned bx = 0; bx < 3; ++bx)
        for (unsigned tz = 0; tz < 2; ++tz)
          for (unsigned ty = 0; ty < 3; ++ty)
            for (unsigned tx = 0; tx < 5; ++tx, ++i)
              ASSERT_EQ(out[i], bx | by << 4 | bz << 8 | tx << 12 | ty << 16 | tz << 20) << "at " << i;
}

TEST(Launch, runs_a_template_kernel) {
  std::vector<int> out(8, 0);
  basics().call("run_template", out.data());
  EXPECT_EQ(out, (std::vector<int>{7, 7, 7, 0, 0, 0, 0, 0}));
}

TEST(Launch, deduces_template_arguments_from_the_arguments) {
  std::vector<int> in = {1, 2, 3, 4}, out(4);
  basics().call("run_deduced", in.data(), out.data());
  EXPECT_EQ(out, (std::vector<int>{3, 6, 9, 12}));
}

TEST(Launch, chooses_between_overloaded_kernels) {
  std::vector<int> out(8);
  basics().call("run_overloaded", out.data());
  EXPECT_EQ(out, (std::vector<int>{8, 8, 8, 8, 9, 9, 9, 9}));
}

class OneValue : public testing::TestWithParam<std::pair<const char*, int>> {};
TEST_P(OneValue, comes_from_a_launch_that_stands) {
  int out = 0;
  basics().call(GetParam().first, &out);
  EXPECT_EQ(out, GetParam().second);
}
INSTANTIATE_TEST_SUITE_P(Launch, OneValue,
                         testing::Values(std::pair{"run_macro", 11}, std::pair{"run_defaults", -648},
                                         std::pair{"run_included", 19}, std::pair{"run_pointer", 13},
                                         std::pair{"run_config", 17}, std::pair{"run_braced", 38}),
                         [](const auto& info) {
                           return std::string(info.param.first + std::strlen("run_"));
                         });

TEST(Launch, leaves_literals_and_line_numbers_as_written) {
  const Module module = basics();
  EXPECT_STREQ(module.call<const char*>("text_of_a_launch"), "kernel<<<1, 2>>>(x)raw<<<1>>>()");
  EXPECT_EQ(module.call<int>("line_after_launches"), 67);
}

TEST(Launch, copies_arguments_for_each_thread_and_evaluates_them_once) {
  std::vector<int> out(4);
  EXPECT_EQ(basics().call<int>("run_by_value", out.data()), 1);
  EXPECT_EQ(out, (std::vector<int>{1, 1, 1, 1}));
}

TEST(Launch, is_recorded) {
  const Module module = basics();
  std::vector<unsigned> where(720);
  int one = 0;
  module.call("run_where", where.data());
  module.call("run_macro", &one);
  ASSERT_EQ(simt::host::launches().size(), 2U);
  const simt::LaunchRecord& first = simt::host::launches()[0];
  EXPECT_EQ(first.grid.x, 3U);
  EXPECT_EQ(first.grid.y, 2U);
  EXPECT_EQ(first.grid.z, 4U);
  EXPECT_EQ(first.block.count(), 30U);
  EXPECT_EQ(simt::host::launches()[1].grid.count(), 1U);
  simt::host::reset_launches();
  EXPECT_TRUE(simt::host::launches().empty());
}

TEST(Launch, gives_the_same_order_of_threads_every_time) {
  const Module module(KERNELS_DIR "/barriers.so");
  std::vector<int> expected(140);
  std::iota(expected.begin(), expected.end(), 0);  // by thread number, before and after the barrier
  for (int run = 0; run < 3; ++run) {
    std::vector<int> out(140);
    int arrivals = 0;
    module.call("run_order", out.data(), &arrivals);
    ASSERT_EQ(out, expected) << "run " << run;
  }
}

TEST(Attach, refuses_what_is_no_module) { EXPECT_THROW(simt::host::attach(nullptr), std::runtime_error); }

}  // namespace
