// mergelab bench: its words, the lines that it reads, and what it says where there is no GPU.
#include "app/bench_lines.hpp"
#include "app/bench_words.hpp"
#include "app/settings.hpp"
#include "command.hpp"

namespace mergelab::app {
namespace {

using Sizes = std::vector<std::int64_t>;

TEST(BenchSizes, are_numbers_powers_and_ranges_each_once_and_ascending) {
  EXPECT_EQ(bench_sizes({"2^12", "5000", "2^11..2^13", "4096"}), (Sizes{2048, 4096, 5000, 8192}));
  EXPECT_EQ(bench_sizes({"3000..10000"}), (Sizes{4096, 8192}));
}

TEST(BenchSizes, are_2_to_16_up_to_2_to_28_when_none_is_asked_for) {
  const Sizes sizes = bench_sizes({});
  EXPECT_EQ(sizes.size(), 13U);
  EXPECT_EQ(sizes.front(), 1 << 16);
  EXPECT_EQ(sizes.back(), 1 << 28);
}

TEST(BenchSizes, refuses_what_is_no_size) {
  for (const char* word : {"", "abc", "12x", "-4096", "2^", "2^9", "2^31", "2^99", "1023", "2^12..", "..2^12",
                           "2^13..2^12", "5000..6000", "99999999999999999999"}) {
    EXPECT_THROW((void)bench_sizes({word}), UsageError) << "'" << word << "'";
  }
}

TEST(BenchDistributions, are_all_or_those_named_each_once) {
  EXPECT_EQ(bench_distributions({}).size(), 5U);
  EXPECT_EQ(bench_distributions({"blocks", "uniform", "blocks"}),
            (std::vector<std::string>{"blocks", "uniform"}));
}

TEST(BenchLines, make_a_benchmark_of_device_times_and_skips) {
  Benchmark benchmark;
  EXPECT_TRUE(add_bench_line(
      R"({"device":"D","multiprocessors":3,"driver_cuda":"13.1","runtime_cuda":"13.0","cub":"3.0.1"})",
      benchmark));
  EXPECT_TRUE(add_bench_line(
      R"({"kernel":"tiled","distribution":"uniform","outputs":64,"m":32,"n":31,"section":8,"tile":4,)"
      R"("ms":0.5,"lower_ms":0.25,"upper_ms":0.75})",
      benchmark));
  EXPECT_TRUE(add_bench_line(R"({"skipped":"no room","distribution":"blocks","outputs":128})", benchmark));
  EXPECT_FALSE(add_bench_line("the device is busy", benchmark));
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

TEST(BenchLines, throws_when_a_field_is_missing) {
  Benchmark benchmark;
  EXPECT_THROW((void)add_bench_line(R"({"kernel":"tiled"})", benchmark), std::runtime_error);
}

class BenchVerbTest : public CommandTest {};

TEST_F(BenchVerbTest, says_what_works_without_a_gpu_and_writes_nothing) {
  const Ran ran = mergelab({"bench"}, {{"CUDA_VISIBLE_DEVICES", ""}});  // hides a device that is there
  expect_says(ran, 2, "needs an NVIDIA GPU");
  expect_says(ran, 2, "./lab profile 4");
  EXPECT_FALSE(fs::exists(folder_ / "bench.json"));
}

TEST_F(BenchVerbTest, takes_no_size_and_no_distribution_that_does_not_exist) {
  expect_says(mergelab({"bench", "--size", "2^31"}), 2, "'2^31' is no size for a merge");
  expect_says(mergelab({"bench", "--distribution", "unifrom"}), 2, "did you mean 'uniform'?");
}

}  // namespace
}  // namespace mergelab::app
