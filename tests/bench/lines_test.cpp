// The lines that mergelab-bench prints.
#include "bench/results/lines.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace mergelab::bench {
namespace {

TEST(BenchLines, make_a_benchmark_of_device_times_and_skips) {
  Benchmark benchmark;
  EXPECT_TRUE(add_line(
      R"({"device":"D","multiprocessors":3,"driver_cuda":"13.1","runtime_cuda":"13.0","cub":"3.0.1"})",
      benchmark));
  EXPECT_TRUE(add_line(
      R"({"kernel":"tiled","distribution":"uniform","outputs":64,"m":32,"n":31,"section":8,"tile":4,)"
      R"("ms":0.5,"lower_ms":0.25,"upper_ms":0.75})",
      benchmark));
  EXPECT_TRUE(add_line(R"({"skipped":"no room","distribution":"blocks","outputs":128})", benchmark));
  EXPECT_FALSE(add_line("the device is busy", benchmark));
  EXPECT_EQ(benchmark.device, "D");
  EXPECT_EQ(benchmark.multiprocessors, 3);
  ASSERT_EQ(benchmark.times.size(), 1U);
  EXPECT_EQ(benchmark.times[0].kernel, "tiled");
  EXPECT_EQ(benchmark.times[0].n, 31);
  EXPECT_EQ(benchmark.times[0].tile, 4);
  EXPECT_EQ(benchmark.times[0].upper_ms, 0.75);
  ASSERT_EQ(benchmark.skipped.size(), 1U);
  EXPECT_EQ(benchmark.skipped[0].reason, "no room");
}

TEST(BenchLines, know_a_rival_and_how_many_bytes_a_type_has) {
  Benchmark benchmark;
  EXPECT_TRUE(add_line(
      R"({"device":"D","multiprocessors":3,"driver_cuda":"13.1","runtime_cuda":"13.0","cub":"3.0.1","rival":"3.6.0","problems":7})",
      benchmark));
  EXPECT_TRUE(add_line(
      R"({"kernel":"rival","distribution":"int64","outputs":64,"m":32,"n":32,"section":0,"tile":0,"ms":0.5,)"
      R"("lower_ms":0.25,"upper_ms":0.75,"bytes":16})",
      benchmark));
  EXPECT_EQ(benchmark.rival, "3.6.0");
  EXPECT_EQ(benchmark.problems, 7);
  ASSERT_EQ(benchmark.times.size(), 1U);
  EXPECT_EQ(benchmark.times[0].bytes, 16);
}

TEST(BenchLines, throws_when_a_field_is_missing) {
  Benchmark benchmark;
  EXPECT_THROW((void)add_line(R"({"kernel":"tiled"})", benchmark), std::runtime_error);
}

}  // namespace
}  // namespace mergelab::bench
