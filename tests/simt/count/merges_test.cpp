// The counters of the course's merges: as designed, the same on every run and in every order.
#include "counted.hpp"
#include "support/test.hpp"

namespace {

using simt::Counters;
using simt::Order;

constexpr int kLength = 1 << 16;  // of A and of B
constexpr double kOutputs = 2.0 * kLength;

std::vector<int> sorted(std::uint32_t seed) {
  std::vector<int> values(kLength);
  for (int& value : values) {
    seed = seed * 1664525U + 1013904223U;
    value = static_cast<int>(seed >> 2);
  }
  std::sort(values.begin(), values.end());
  return values;
}

class Merges : public testing::TestWithParam<std::string> {
 protected:
  Merges() : A_(sorted(1)), B_(sorted(2)), C_(2 * kLength) {}
  void TearDown() override { simt::host::set_order({}); }

  [[nodiscard]] Counters merge(const char* name) const {
    return CountedModule(GetParam(), name)
        .count("run_merge", A_.get(), kLength, B_.get(), kLength, C_.get(), 8192, 1024);
  }
  DeviceArray<int> A_, B_, C_;
};
INSTANTIATE_TEST_SUITE_P(Compilers, Merges, testing::ValuesIn(compilers()),
                         [](const auto& info) { return info.param; });

double loads_per_output(const Counters& counters) {
  return static_cast<double>(counters.buffers.at(0).loads + counters.buffers.at(1).loads) / kOutputs;
}

TEST_P(Merges, a_tiled_merge_loads_almost_twice_and_a_circular_one_once) {
  const Counters tiled = merge("tiled"), circular = merge("circular");
  EXPECT_NEAR(loads_per_output(tiled), 1.88, 0.01);
  EXPECT_NEAR(loads_per_output(circular), 1.008, 0.002);
  for (const Counters* counters : {&tiled, &circular}) {
    ASSERT_EQ(counters->buffers.size(), 3U);
    EXPECT_EQ(counters->buffers[2].stores, kOutputs);
    EXPECT_EQ(counters->buffers[2].store_sectors, kOutputs / 8);  // coalesced
    EXPECT_EQ(counters->barriers, kOutputs / 1024 * 2 + kOutputs / 8192);
  }
  // Most of what the circular merge loads beyond that are searches for the bounds of sections, which are
  // narrow.
  const auto wide = [](const simt::BufferCounters& buffer) { return buffer.loads - buffer.narrow_loads; };
  EXPECT_NEAR(wide(circular.buffers[0]) + wide(circular.buffers[1]), kOutputs, 0.002 * kOutputs);
}

TEST_P(Merges, counters_are_the_same_on_every_run) {
  for (const char* name : {"tiled", "circular"}) {
    const std::string first = figures(merge(name));
    for (int run = 1; run < 10; ++run) {
      const DeviceArray<char> in_the_way(static_cast<std::size_t>(run) * 1000);
      EXPECT_EQ(figures(merge(name)), first) << name << ", run " << run;
    }
  }
}

TEST_P(Merges, addresses_change_no_counter) {
  const std::string first = figures(merge("tiled"));
  const DeviceArray<int> gap(12345), A(sorted(1)), another(77), B(sorted(2)), C(2 * kLength);
  EXPECT_EQ(figures(CountedModule(GetParam(), "tiled")
                        .count("run_merge", A.get(), kLength, B.get(), kLength, C.get(), 8192, 1024)),
            first);
}

TEST_P(Merges, checks_change_no_counter) {
  const std::string first = figures(merge("tiled"));
  simt::host::set_checking(true);
  const std::string checked = figures(merge("tiled"));
  simt::host::set_checking(false);
  EXPECT_EQ(checked, first);
}

TEST_P(Merges, the_order_of_threads_changes_no_counter) {
  const std::string first = figures(merge("tiled"));
  for (const Order order : {Order{Order::Kind::Reverse, 0}, Order{Order::Kind::Random, 5}}) {
    simt::host::set_order(order);
    EXPECT_EQ(figures(merge("tiled")), first) << static_cast<int>(order.kind);
  }
}

TEST_P(Merges, a_basic_merge_stores_a_sector_per_output) {
  const Counters basic =
      CountedModule(GetParam(), "basic").count("run_merge", A_.get(), kLength, B_.get(), kLength, C_.get());
  ASSERT_EQ(basic.buffers.size(), 3U);
  EXPECT_EQ(basic.buffers[2].stores, kOutputs);
  EXPECT_EQ(basic.buffers[2].store_sectors,
            kOutputs);  // 8 outputs of 4 bytes a thread: no lane shares a sector
  EXPECT_EQ(basic.shared_requests, 0U);
}

}  // namespace
