// Counters by source line name the line that a student would change.
#include "counted.hpp"
#include "support/test.hpp"

namespace {

using simt::LineCounters;

class Lines : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Compilers, Lines, testing::ValuesIn(compilers()),
                         [](const auto& info) { return info.param; });

const LineCounters* line_with(const std::vector<LineCounters>& lines, const std::string& text) {
  for (const LineCounters& line : lines) {
    if (line.text.find(text) != std::string::npos) return &line;
  }
  return nullptr;
}

TEST_P(Lines, the_hottest_line_comes_first_with_its_text) {
  const CountedModule patterns(GetParam(), "patterns");
  const DeviceArray<int> in(1024 * 8), out(1024);
  patterns.count("run_copy", in.get(), out.get(), 8, 8);
  const std::vector<LineCounters> lines = simt::host::line_counters();
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines[0].file, "patterns.cu");
  EXPECT_EQ(lines[0].text, "out[i] = in[i * stride];");
  EXPECT_GT(lines[0].line, 0);
  EXPECT_EQ(lines[0].requests, 64U);
  EXPECT_EQ(lines[0].request_lanes, 64U * 32);
  EXPECT_EQ(lines[0].sectors, 1024U + 128);
  EXPECT_EQ(lines[0].ideal_sectors, 256U);
  EXPECT_EQ(lines[0].shared_requests, 0U);
}

TEST_P(Lines, bank_conflicts_are_told_apart_by_line) {
  const CountedModule transpose(GetParam(), "transpose");
  const std::vector<float> in(64 * 64);
  std::vector<float> out(64 * 64);
  transpose.count("transpose", in.data(), out.data(), 64, 64, 8, 1);
  const std::vector<LineCounters> lines = simt::host::line_counters();
  const LineCounters* store = line_with(lines, "tile[threadIdx.y + j][threadIdx.x] = in");
  const LineCounters* load = line_with(lines, "= tile[threadIdx.x][threadIdx.y + j]");
  ASSERT_NE(store, nullptr);
  ASSERT_NE(load, nullptr);
  EXPECT_EQ(store->shared_wavefronts, store->shared_ideal_wavefronts);
  EXPECT_EQ(load->shared_wavefronts, 32 * load->shared_ideal_wavefronts);
  EXPECT_EQ(&lines[0], load);
}

TEST_P(Lines, lines_of_the_engine_are_no_students_lines) {
  const CountedModule reduction(GetParam(), "reduction");
  const std::vector<int> in(4096, 1);
  const simt::Counters counters = reduction.count("sum_array", in.data(), 4096, 4, 128, 0);
  std::uint64_t sectors = 0, wavefronts = 0;
  for (const LineCounters& line : simt::host::line_counters()) {
    EXPECT_EQ(line.file, "reduction.cu") << line.text;
    sectors += line.sectors;
    wavefronts += line.shared_wavefronts;
  }
  EXPECT_GE(sectors, counters.buffers.at(0).load_sectors);
  EXPECT_EQ(wavefronts, counters.shared_wavefronts);
}

TEST_P(Lines, are_the_same_on_every_run) {
  const CountedModule tiled(GetParam(), "tiled");
  std::vector<int> values(10'000);
  std::iota(values.begin(), values.end(), 0);
  const DeviceArray<int> A(values), B(values), C(20'000);
  const auto run = [&] {
    tiled.count("run_merge", A.get(), 10'000, B.get(), 10'000, C.get(), 4096, 512);
    std::string all;
    for (const LineCounters& line : simt::host::line_counters()) {
      all += line.file + ':' + std::to_string(line.line) + ' ' + std::to_string(line.requests) + ' ' +
             std::to_string(line.sectors) + ' ' + std::to_string(line.ideal_sectors) + ' ' +
             std::to_string(line.shared_wavefronts) + ' ' + std::to_string(line.executions) + ' ' +
             std::to_string(line.lanes) + '\n';
    }
    return all;
  };
  const std::string first = run();
  EXPECT_FALSE(first.empty());
  for (int i = 1; i < 10; ++i) EXPECT_EQ(run(), first) << "run " << i;
}

}  // namespace
