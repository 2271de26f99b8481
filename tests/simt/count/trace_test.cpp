// The log of a run: its requests are the counted ones, its values those that were read and written.
#include <simt/trace.hpp>

#include "counted.hpp"
#include "support/test.hpp"

namespace {

using simt::TraceKind;
using simt::TraceMemory;

constexpr int kTraced = 40;  // of A and of B

std::vector<int> keys(int first) {
  std::vector<int> all(kTraced);
  for (int i = 0; i < kTraced; ++i) all[static_cast<std::size_t>(i)] = first + 2 * i;
  return all;
}

class Traced : public testing::TestWithParam<std::string> {
 protected:
  /// Merges under the log.
  simt::Counters merge(const char* name) {
    const CountedModule module(GetParam(), name);
    simt::host::set_checking(true);
    simt::host::set_tracing(log_.get());
    simt::host::trace_array(A_.get(), kTraced * sizeof(int), sizeof(int), "A", simt::TraceSpace::global);
    simt::host::trace_array(B_.get(), kTraced * sizeof(int), sizeof(int), "B", simt::TraceSpace::global);
    simt::host::trace_array(C_.get(), 2 * kTraced * sizeof(int), sizeof(int), "C", simt::TraceSpace::global);
    simt::Counters counters =
        module.count("run_merge", A_.get(), kTraced, B_.get(), kTraced, C_.get(), 64, 16);
    simt::host::set_tracing(nullptr);
    simt::host::set_checking(false);
    return counters;
  }
  template <class Visit>
  void each_event(const Visit& visit) const {
    for (std::uint32_t i = 0; i < log_->event_count; ++i) visit(log_->events[i]);
  }

  std::unique_ptr<TraceMemory> log_ = std::make_unique<TraceMemory>();
  DeviceArray<int> A_{keys(0)}, B_{keys(1)}, C_{2 * kTraced};
};
INSTANTIATE_TEST_SUITE_P(Compilers, Traced, testing::ValuesIn(compilers()),
                         [](const auto& info) { return info.param; });

TEST_P(Traced, has_the_requests_that_are_counted) {
  for (const char* name : {"basic", "tiled", "circular"}) {
    *log_ = {};
    const simt::Counters counters = merge(name);
    std::uint64_t sectors = 0, turns = 0, loads = 0, stores = 0, lanes = 0;
    for (std::uint32_t r = 0; r < log_->request_count; ++r) {
      sectors += log_->requests[r].sectors;
      turns += log_->requests[r].turns;
      lanes += log_->requests[r].count;
    }
    each_event([&](const simt::TraceEvent& event) {
      const bool global = log_->arrays[event.array].space == simt::TraceSpace::global;
      if (global && event.kind == TraceKind::read) ++loads;
      if (global && event.kind == TraceKind::write) ++stores;
    });
    std::uint64_t counted_sectors = 0, counted_loads = 0, counted_stores = 0;
    for (const simt::BufferCounters& buffer : counters.buffers) {
      counted_sectors += buffer.load_sectors + buffer.store_sectors;
      counted_loads += buffer.loads;
      counted_stores += buffer.stores;
    }
    EXPECT_GT(sectors, 0U) << name;
    EXPECT_EQ(sectors, counted_sectors) << name;
    EXPECT_EQ(turns, counters.shared_wavefronts) << name;
    EXPECT_EQ(loads, counted_loads) << name;
    EXPECT_EQ(stores, counted_stores) << name;
    EXPECT_EQ(lanes, log_->event_count) << name << ": each event has its request";
    EXPECT_EQ(log_->barrier_count, counters.barriers) << name;
  }
}

TEST_P(Traced, has_the_values_that_were_read_and_written) {
  merge("tiled");
  std::vector<int> written(2 * kTraced, -1);
  each_event([&](const simt::TraceEvent& event) {
    ASSERT_EQ(event.known, 1U);
    const int index = static_cast<int>(event.offset / sizeof(int));
    if (event.array == 0) {
      EXPECT_EQ(event.value, 2 * index);
    }
    if (event.array == 1) {
      EXPECT_EQ(event.value, 2 * index + 1);
    }
    if (event.array == 2 && event.kind == TraceKind::write)
      written[static_cast<std::size_t>(index)] = event.value;
  });
  for (int k = 0; k < 2 * kTraced; ++k) EXPECT_EQ(written[static_cast<std::size_t>(k)], k);
}

TEST_P(Traced, names_shared_memory_and_lines) {
  merge("tiled");
  std::set<std::string> names, files;
  for (std::uint32_t i = 0; i < log_->array_count; ++i) names.insert(log_->arrays[i].name);
  for (std::uint32_t i = 0; i < log_->place_count; ++i) files.insert(log_->places[i].file);
  for (const char* name : {"A", "B", "C", "tileA", "tileB", "tileC", "bounds"})
    EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_TRUE(files.contains("merge_tiled.cuh"));
  EXPECT_TRUE(files.contains("co_rank.cuh"));
}

TEST_P(Traced, has_nothing_when_it_is_off) {
  const CountedModule module(GetParam(), "tiled");
  module.count("run_merge", A_.get(), kTraced, B_.get(), kTraced, C_.get(), 64, 16);
  EXPECT_EQ(log_->event_count, 0U);
}

}  // namespace
