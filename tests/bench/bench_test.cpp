// The sizes and distributions for `mergelab bench`.
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/results/lines.hpp"
#include "bench/results/problems.hpp"
#include "bench/results/writers.hpp"
#include "support/golden.hpp"

namespace mergelab::bench {
namespace {

using Sizes = std::vector<std::int64_t>;

TEST(BenchSizes, are_numbers_powers_and_ranges_each_once_and_ascending) {
  EXPECT_EQ(read_sizes({"2^12", "5000", "2^11..2^13", "4096"}), (Sizes{2048, 4096, 5000, 8192}));
  EXPECT_EQ(read_sizes({"3000..10000"}), (Sizes{4096, 8192}));
}

TEST(BenchSizes, are_2_to_16_up_to_2_to_28_when_none_is_asked_for) {
  const Sizes sizes = read_sizes({});
  EXPECT_EQ(sizes.size(), 13U);
  EXPECT_EQ(sizes.front(), 1 << 16);
  EXPECT_EQ(sizes.back(), 1 << 28);
}

TEST(BenchSizes, refuses_what_is_no_size) {
  for (const char* word : {"", "abc", "12x", "-4096", "2^", "2^9", "2^31", "2^99", "1023", "2^12..", "..2^12",
                           "2^13..2^12", "5000..6000", "99999999999999999999"}) {
    EXPECT_THROW((void)read_sizes({word}), std::invalid_argument) << "'" << word << "'";
  }
}

TEST(BenchDistributions, are_all_or_those_named_each_once) {
  EXPECT_EQ(read_distributions({}).size(), 5U);
  EXPECT_EQ(read_distributions({"blocks", "uniform", "blocks"}),
            (std::vector<std::string>{"blocks", "uniform"}));
}

// The lines that mergelab-bench prints.

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

// The table, the plot and the JSON of a benchmark: verbatim, from handmade results.

Time time(const std::string& kernel, const std::string& distribution, std::int64_t outputs, double ms,
          int section = 0, int tile = 0) {
  return {kernel, distribution, outputs,  outputs - outputs / 2, outputs / 2, section, tile,
          ms,     0.99 * ms,    1.02 * ms};
}

/// Sizes out of order, a kernel without a time, two shapes of one kernel, a size left out, and names that
/// need escaping.
Benchmark sample() {
  Benchmark benchmark;
  benchmark.started = "2026-11-21T16:05:00Z";
  benchmark.device = "Example <GPU> & \"Co\"\x1b[31m";
  benchmark.multiprocessors = 132;
  benchmark.driver_cuda = "13.1";
  benchmark.runtime_cuda = "13.0";
  benchmark.cub = "3.0.1";
  for (const int power : {24, 16, 20}) {
    const std::int64_t outputs = std::int64_t{1} << power;
    const double copy = 0.004 + static_cast<double>(outputs) * 2e-9;
    benchmark.times.push_back(time("copy", "uniform", outputs, copy));
    benchmark.times.push_back(time("cub", "uniform", outputs, 1.5 * copy));
    if (power != 16) benchmark.times.push_back(time("basic", "uniform", outputs, 6 * copy));
    benchmark.times.push_back(time("tiled", "uniform", outputs, 2.5 * copy, 28672, 2048));
    benchmark.times.push_back(time("tiled", "uniform", outputs, 2 * copy, 16384, 1024));
    benchmark.times.push_back(time("circular", "uniform", outputs, 2.1 * copy, 28672, 2048));
  }
  benchmark.times.push_back(time("copy", "home-made", 3000000, 0.01));
  benchmark.times.push_back(time("tiled", "home-made", 3000000, 0.04, 8192, 2048));
  benchmark.skipped.push_back({"uniform", std::int64_t{1} << 28, "too little device memory"});
  return benchmark;
}

/// device_merge beside two versions of CUB: one that it passes, a size without the second, and pairs.
Benchmark sample_with_rival() {
  Benchmark benchmark = sample();
  benchmark.rival = "3.6.0";
  benchmark.times.clear();
  benchmark.skipped.clear();
  for (const int power : {25, 21}) {
    const std::int64_t outputs = std::int64_t{1} << power;
    const double copy = 0.004 + static_cast<double>(outputs) * 2e-9;
    benchmark.times.push_back(time("copy", "uniform", outputs, copy));
    benchmark.times.push_back(time("cub", "uniform", outputs, 1.5 * copy));
    if (power == 25) benchmark.times.push_back(time("rival", "uniform", outputs, 1.3 * copy));
    if (power == 25) {  // the second is the faster one
      benchmark.times.push_back(time("tuned", "uniform", outputs, 1.4 * copy, 256, 3840));
      benchmark.times.push_back(time("tuned", "uniform", outputs, 1.25 * copy, 512, 9728));
    }
    benchmark.times.push_back(time("device_merge", "uniform", outputs, 1.2 * copy));
  }
  for (const char* kernel : {"copy", "cub", "rival", "device_merge"}) {
    benchmark.times.push_back(time(kernel, "int32 with int32 values", 1 << 25, 0.2));
    benchmark.times.back().bytes = 16;
  }
  return benchmark;
}

report::TextStyle style() {
  report::TextStyle style;
  style.width = 110;
  return style;
}

TEST(BenchText, has_a_row_for_each_size_and_the_best_shape_of_each_kernel) {
  expect_golden_file("bench/golden/bench.txt", to_text(sample(), style()));
}

TEST(BenchSvg, draws_a_panel_for_each_distribution_and_the_copy_as_a_line) {
  const std::string svg = to_svg(sample());
  expect_golden_file("bench/golden/bench.svg", svg);
  EXPECT_FALSE(contains(svg, "<GPU>"));
  EXPECT_FALSE(contains(svg, '\x1b'));
}

TEST(BenchSvg, draws_a_single_size_and_nothing_at_all) {
  Benchmark benchmark = sample();
  benchmark.times.resize(1);
  EXPECT_FALSE(contains(to_svg(benchmark), "nan"));
  benchmark.times.clear();
  EXPECT_TRUE(contains(to_svg(benchmark), "</svg>"));
}

TEST(BenchJson, holds_every_time_with_its_speed_and_ratios) {
  expect_golden_file("bench/golden/bench.json", to_json(sample()));
}

TEST(BenchJson, compares_with_the_copy_and_with_cub_of_the_same_size) {
  const auto json = nlohmann::json::parse(to_json(sample()));
  for (const auto& result : json["results"]) {
    if (result["kernel"] != "tiled" || result["distribution"] != "uniform") continue;
    const bool best = result["tile"] == 1024;
    EXPECT_EQ(result["best_shape"], best);
    EXPECT_NEAR(result["of_copy"], best ? 1 / 2.0 : 1 / 2.5, 1e-9);
    EXPECT_NEAR(result["cub_times"], best ? 2 / 1.5 : 2.5 / 1.5, 1e-9);
    const double bytes = 8 * result["outputs"].get<double>();
    EXPECT_NEAR(result["gb_per_s"], bytes / result["ms"].get<double>() / 1e6, 1e-6);
  }
}

TEST(BenchJson, has_no_ratio_where_there_is_no_yardstick) {
  const auto json = nlohmann::json::parse(to_json(sample()));
  EXPECT_TRUE(json["results"].back()["cub_times"].is_null());
  EXPECT_NEAR(json["results"].back()["of_copy"], 0.25, 1e-9);
}

TEST(BenchRival, has_a_row_for_each_size_with_both_versions_and_how_sure_the_ratios_are) {
  expect_golden_file("bench/golden/rival.txt", to_text(sample_with_rival(), style()));
}

TEST(BenchRival, draws_both_versions_with_bars_between_the_quartiles) {
  expect_golden_file("bench/golden/rival.svg", to_svg(sample_with_rival()));
}

TEST(BenchRival, has_the_ratio_to_the_rival_and_the_bytes_of_a_type) {
  const auto json = nlohmann::json::parse(to_json(sample_with_rival()));
  EXPECT_EQ(json["device"]["rival"], "3.6.0");
  const auto& tuned = json["results"][4];
  ASSERT_EQ(tuned["kernel"], "tuned");
  EXPECT_EQ(tuned["section"], 512);
  EXPECT_EQ(tuned["tile"], 9728);
  EXPECT_EQ(tuned["best_shape"], true);
  EXPECT_EQ(json["results"][3]["best_shape"], false);
  const auto& first = json["results"][5];
  ASSERT_EQ(first["kernel"], "device_merge");
  EXPECT_NEAR(first["rival_times"], 1.2 / 1.3, 1e-9);
  EXPECT_NEAR(first["cub_times"], 1.2 / 1.5, 1e-9);
  EXPECT_EQ(first["bytes_per_output"], 8);
  const auto& last = json["results"].back();
  EXPECT_EQ(last["bytes_per_output"], 16);
  EXPECT_NEAR(last["gb_per_s"], 16.0 * (1 << 25) / 0.2 / 1e6, 1e-3);
  EXPECT_FALSE(nlohmann::json::parse(to_json(sample()))["device"].contains("rival"));
}

}  // namespace
}  // namespace mergelab::bench
