// The judge's reading of a worker's log, which it doesn't trust.
#include <bit>

#include "judge/inputs.hpp"
#include "judge/traced.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

using simt::TraceMemory;

class TracedTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::filesystem::path file = folder_.path() / "merge.cuh";
    write_text(file, "__shared__ int tile[4];\n  C[k] = A[i];  // merge_kernel\n");
    files_ = StudentFiles({file});
    log_->array_count = 4;
    for (std::uint32_t i = 0; i < 4; ++i) {
      log_->arrays[i].bytes = 16;
      log_->arrays[i].element_bytes = 4;
      log_->arrays[i].space = simt::TraceSpace::global;
    }
    log_->arrays[3].space = simt::TraceSpace::shared;
    std::strcpy(log_->arrays[3].name, "tile");
    log_->place_count = 1;
    log_->places[0].line = 2;
    std::strcpy(log_->places[0].file, "merge.cuh");
    std::strcpy(log_->places[0].function, "merge_kernel");
    log_->event_count = log_->lane_count = 3;
    for (std::uint32_t i = 0; i < 3; ++i) {
      log_->events[i] = {.value = 7,
                         .array = 2,
                         .offset = static_cast<std::int32_t>(4 * i),
                         .block = 0,
                         .phase = 0,
                         .place = 0,
                         .thread = static_cast<std::uint16_t>(2 - i),
                         .kind = simt::TraceKind::write,
                         .bytes = 4,
                         .known = 1};
      log_->lanes[i] = 2 - i;
    }
    log_->request_count = 1;
    log_->requests[0] = {0, 3, 1, 0};
    log_->launch_count = 1;
    log_->launches[0] = {0, 1, 32};
    log_->violation_count = 1;
    log_->violations[0] = {2, 0};
    for (const char* name : {"A", "B", "C"})
      trace_.arrays.push_back({.name = name, .space = "global", .elements = 4});
    trace_.violations.push_back({"race", "two threads", {}});
  }
  bool read() { return read_trace(*log_, files_, columns_, trace_); }
  /// Whether it is refused once this has been done to it.
  bool refuses(const std::function<void(TraceMemory&)>& lie) {
    const auto honest = std::make_unique<TraceMemory>(*log_);
    lie(*log_);
    Trace trace = trace_;
    const bool refused = !read_trace(*log_, files_, columns_, trace);
    if (refused) {
      EXPECT_EQ(trace.events.size(), 0U);
    }
    *log_ = *honest;
    return refused;
  }

  TemporaryFolder folder_{"mergelab_traced_"};
  StudentFiles files_;
  std::unique_ptr<TraceMemory> log_ = std::make_unique<TraceMemory>();
  Trace trace_;
  std::vector<TracedColumn> columns_ = std::vector<TracedColumn>(3);  // of trace_.arrays
};

TEST_F(TracedTest, orders_events_by_request) {
  ASSERT_TRUE(read());
  EXPECT_EQ(trace_.events.lane, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(trace_.events.index, (std::vector<int>{2, 1, 0}));
  EXPECT_EQ(trace_.requests.kind, "w");
  EXPECT_EQ(trace_.requests.sectors, std::vector<int>{1});
  EXPECT_EQ(trace_.violations.at(0).events, (std::vector<int>{0, 2}));
  EXPECT_EQ(trace_.arrays.at(3).name, "tile");
  EXPECT_EQ(trace_.places.at(0).function, "merge_kernel");
  EXPECT_EQ(trace_.counters.at(0).stores, 3);
}

TEST_F(TracedTest, keeps_what_no_request_has) {
  log_->request_count = 0;
  ASSERT_TRUE(read());
  EXPECT_EQ(trace_.requests.size(), 3U);
  EXPECT_EQ(trace_.events.lane, (std::vector<int>{2, 1, 0}));
}

TEST_F(TracedTest, keeps_an_access_outside_of_its_array_where_its_thread_made_it) {
  log_->events[0].offset = 16;  // C[4] of 4 elements, in no request
  log_->events[1].offset = -4;  // C[-1]
  log_->events[2].thread = 2;   // as event 0's is
  log_->lane_count = 2;
  log_->lanes[0] = 1, log_->lanes[1] = 2;
  log_->requests[0] = {0, 2, 1, 0};
  ASSERT_TRUE(read());
  EXPECT_EQ(trace_.events.index, (std::vector<int>{4, -1, 2}));
  EXPECT_EQ(trace_.requests.first, (std::vector<int>{0, 1}));
  EXPECT_EQ(trace_.requests.sectors, (std::vector<int>{0, 1}));
}

TEST_F(TracedTest, puts_what_broke_off_behind_what_its_warp_has_done) {
  log_->lane_count = 2;
  log_->lanes[0] = 0, log_->lanes[1] = 1;
  log_->requests[0] = {0, 2, 1, 0};
  log_->events[2].phase = 1;  // nothing of this phase is in a request
  ASSERT_TRUE(read());
  EXPECT_EQ(trace_.requests.phase, (std::vector<int>{0, 1}));
  EXPECT_EQ(trace_.events.index, (std::vector<int>{0, 1, 2}));
}

TEST_F(TracedTest, names_parts_of_an_array_by_the_students_words_alone) {
  for (const auto& [name, shown] : {std::pair{"tile and tile", "tile and tile"},
                                    {"tile.C", "tile.C"},
                                    {"tile and SECRET", "array 4"},
                                    {"tile.SECRET", "array 4"},
                                    {" and tile", "array 4"},
                                    {"tile.", "array 4"}}) {
    Trace trace = trace_;
    std::strcpy(log_->arrays[3].name, name);
    ASSERT_TRUE(read_trace(*log_, files_, columns_, trace));
    EXPECT_EQ(trace.arrays.at(3).name, shown);
  }
}

/// A function without a kit, which was called with x and y.
class TracedOwnTest : public TracedTest {
 protected:
  void SetUp() override {
    TracedTest::SetUp();
    trace_.arrays.clear();
    for (const char* name : {"x", "y", "z"})
      trace_.arrays.push_back(
          {.name = name, .space = "global", .elements = 4, .type = "float", .shape = {4}});
  }
  void holds(float value) {
    for (std::uint32_t i = 0; i < 3; ++i) log_->events[i].value = std::bit_cast<std::int32_t>(value);
  }
};

TEST_F(TracedOwnTest, has_values_in_the_types_of_the_arrays) {
  holds(-1.5F);
  ASSERT_TRUE(read());
  EXPECT_EQ(trace_.arrays.size(), 4U);
  EXPECT_EQ(trace_.events.value.at(0), std::optional<Number>(-1.5));
  for (const auto& [type, bytes, bits, value] :
       {std::tuple{"unsigned char", 1, std::int64_t{-1}, Number(std::int64_t{255})},
        {"short", 2, std::int64_t{-7}, Number(std::int64_t{-7})},
        {"unsigned", 4, std::int64_t{-1}, Number(std::int64_t{4294967295})},
        {"double", 8, std::bit_cast<std::int64_t>(0.1), Number(0.1)}}) {
    Trace trace;
    for (const char* name : {"x", "y", "z"})
      trace.arrays.push_back(
          {.name = name, .space = "global", .elements = 4, .element_bytes = bytes, .type = type});
    for (std::uint32_t i = 0; i < 3; ++i) {
      log_->events[i].bytes = static_cast<std::uint8_t>(bytes);
      log_->events[i].value = bits;
    }
    ASSERT_TRUE(read_trace(*log_, files_, columns_, trace));
    EXPECT_EQ(trace.events.value.at(0), std::optional(value)) << type;
  }
}

/// z is of structs {float a; short b, c;}.
class TracedStructsTest : public TracedOwnTest {
 protected:
  void SetUp() override {
    TracedOwnTest::SetUp();
    trace_.arrays.pop_back();
    columns_.pop_back();
    const auto add = [&](const char* name, int bytes, const char* type, int offset) {
      trace_.arrays.push_back(
          {.name = name, .space = "global", .elements = 2, .element_bytes = bytes, .type = type});
      columns_.push_back({8, offset});
    };
    add("z.a", 4, "float", 0);
    add("z.b", 2, "short", 4);
    add("z.c", 2, "short", 6);
  }
};

TEST_F(TracedStructsTest, has_an_array_for_each_field) {
  log_->events[0].offset = 8;   // z[1].a
  log_->events[1].offset = 14;  // z[1].c
  log_->events[1].bytes = 2;
  log_->events[2].array = 3;  // tile
  log_->events[2].offset = 4;
  ASSERT_TRUE(read());
  ASSERT_EQ(trace_.arrays.size(), 6U);
  EXPECT_EQ(trace_.arrays.at(5).name, "tile");
  EXPECT_EQ(trace_.requests.array, (std::vector<int>{5, 4, 2}));
  EXPECT_EQ(trace_.events.index, (std::vector<int>{1, 1, 1}));
}

TEST_F(TracedStructsTest, tells_apart_the_fields_of_one_access) {
  for (std::uint32_t i = 0; i < 3; ++i) log_->events[i].bytes = 8;
  log_->events[0].offset = 8;
  log_->events[0].value =
      (std::int64_t{-3} << 48) | (std::int64_t{5} << 32) | std::bit_cast<std::int32_t>(1.5F);
  log_->events[1].offset = 0;
  log_->events[2].offset = -8;  // in front of the array
  ASSERT_TRUE(read());
  EXPECT_EQ(trace_.requests.array, (std::vector<int>{2, 3, 4}));
  EXPECT_EQ(trace_.requests.sectors, (std::vector<int>{1, 0, 0}));
  EXPECT_EQ(trace_.events.lane, (std::vector<int>{0, 1, 2, 0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(trace_.events.index, (std::vector<int>{-1, 0, 1, -1, 0, 1, -1, 0, 1}));
  EXPECT_EQ(trace_.events.value.at(2), std::optional<Number>(1.5));
  EXPECT_EQ(trace_.events.value.at(5), std::optional<Number>(std::int64_t{5}));
  EXPECT_EQ(trace_.events.value.at(8), std::optional<Number>(std::int64_t{-3}));
  EXPECT_EQ(trace_.violations.at(0).events.size(), 2U);
}

TEST_F(TracedStructsTest, refuses_arrays_and_widths_that_do_not_exist) {
  EXPECT_TRUE(refuses([](TraceMemory& log) { log.events[0].array = 4; }));
  EXPECT_TRUE(refuses([](TraceMemory& log) { log.events[0].array = ~0U; }));
  EXPECT_TRUE(refuses([](TraceMemory& log) { log.events[0].bytes = 0; }));
  EXPECT_TRUE(refuses([](TraceMemory& log) { log.events[0].bytes = 9; }));
  EXPECT_TRUE(refuses([](TraceMemory& log) { log.events[0].offset = INT32_MIN; }));
}

TEST_F(TracedOwnTest, guesses_that_shared_memory_holds_real_numbers) {
  for (std::uint32_t i = 0; i < 3; ++i) log_->events[i].array = 3;
  holds(0.25F);
  Trace real = trace_;
  ASSERT_TRUE(read_trace(*log_, files_, columns_, real));
  EXPECT_EQ(real.arrays.at(3).type, "float");
  EXPECT_EQ(real.events.value.at(0), std::optional<Number>(0.25));
  log_->events[1].value = 12;  // an index
  Trace whole = trace_;
  ASSERT_TRUE(read_trace(*log_, files_, columns_, whole));
  EXPECT_EQ(whole.arrays.at(3).type, "");
  for (TracedArray& array : trace_.arrays) array.type = "int";
  holds(0.25F);
  ASSERT_TRUE(read());
  EXPECT_EQ(trace_.arrays.at(3).type, "");
}

TEST_F(TracedOwnTest, must_have_the_functions_arrays) {
  log_->array_count = 2;
  EXPECT_FALSE(read());
  log_->array_count = 4;
  log_->arrays[1].space = simt::TraceSpace::host;
  EXPECT_FALSE(read());
}

TEST_F(TracedTest, refuses_numbers_out_of_their_range) {
  EXPECT_FALSE(refuses([](TraceMemory&) {}));
  const std::function<void(TraceMemory&)> lies[] = {
      [](TraceMemory& log) { log.event_count = TraceMemory::kEvents + 1; },
      [](TraceMemory& log) { log.request_count = ~0U; },
      [](TraceMemory& log) { log.lane_count = ~0U; },
      [](TraceMemory& log) { log.place_count = TraceMemory::kPlaces + 1; },
      [](TraceMemory& log) { log.array_count = TraceMemory::kArrays + 1; },
      [](TraceMemory& log) { log.array_count = 2; },
      [](TraceMemory& log) { log.barrier_count = TraceMemory::kBarriers + 1; },
      [](TraceMemory& log) { log.wait_count = TraceMemory::kWaits + 1; },
      [](TraceMemory& log) { log.launch_count = TraceMemory::kLaunches + 1; },
      [](TraceMemory& log) { log.violation_count = TraceMemory::kViolations + 1; },
      [](TraceMemory& log) { log.events[1].array = 4; },
      [](TraceMemory& log) { log.events[1].offset = 1 << 30; },
      [](TraceMemory& log) { log.events[1].offset = -(1 << 30); },
      [](TraceMemory& log) { log.events[1].place = 1; },
      [](TraceMemory& log) { log.events[1].thread = 1024; },
      [](TraceMemory& log) { log.events[1].block = ~0U; },
      [](TraceMemory& log) { log.events[1].phase = ~0U; },
      [](TraceMemory& log) { log.events[1].kind = static_cast<simt::TraceKind>(3); },
      [](TraceMemory& log) { log.events[1].bytes = 0; },
      [](TraceMemory& log) { log.events[1].bytes = 3; },
      [](TraceMemory& log) { log.events[1].bytes = 16; },
      [](TraceMemory& log) { log.requests[0].first = ~0U; },
      [](TraceMemory& log) { log.requests[0].count = 4; },
      [](TraceMemory& log) { log.requests[0].sectors = 1U << 20; },
      [](TraceMemory& log) { log.requests[0].turns = ~0U; },
      [](TraceMemory& log) { log.lanes[0] = 3; },
      [](TraceMemory& log) { log.lanes[0] = log.lanes[1]; },
      [](TraceMemory& log) { log.arrays[3].element_bytes = 0; },
      [](TraceMemory& log) { log.arrays[3].element_bytes = 16; },
      [](TraceMemory& log) { log.arrays[3].bytes = ~std::uint64_t{0}; },
      [](TraceMemory& log) { log.arrays[0].space = simt::TraceSpace::shared; },
      [](TraceMemory& log) { log.launches[0].threads = 1025; },
      [](TraceMemory& log) { log.launches[0].blocks = ~0U; },
      [](TraceMemory& log) { log.barrier_count = 1, log.barriers[0].block = ~0U; },
      [](TraceMemory& log) { log.wait_count = 1, log.waits[0].thread = 1024; },
  };
  for (std::size_t i = 0; i < std::size(lies); ++i) EXPECT_TRUE(refuses(lies[i])) << i;
}

TEST_F(TracedTest, shows_no_text_of_a_worker) {
  std::strcpy(log_->arrays[3].name, "SECRET");
  std::strcpy(log_->places[0].function, "SECRET");
  ASSERT_TRUE(read());
  EXPECT_EQ(trace_.arrays.at(3).name, "array 4");
  EXPECT_EQ(trace_.places.at(0).function, "");
  Trace other;
  other.arrays = trace_.arrays;
  other.arrays.pop_back();
  std::memset(log_->places[0].file, 'S', sizeof log_->places[0].file);  // without an end
  log_->places[0].line = 1 << 30;
  ASSERT_TRUE(read_trace(*log_, files_, columns_, other));
  EXPECT_FALSE(other.places.at(0).file.has_value());
  EXPECT_EQ(other.places.at(0).line, 0);
}

TEST_F(TracedTest, survives_any_bytes) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const auto honest = std::make_unique<TraceMemory>(*log_);
    auto* bytes = reinterpret_cast<unsigned char*>(log_.get());
    const std::size_t parts[] = {0,
                                 offsetof(TraceMemory, requests),
                                 offsetof(TraceMemory, lanes),
                                 offsetof(TraceMemory, places),
                                 offsetof(TraceMemory, arrays),
                                 offsetof(TraceMemory, barriers)};
    for (int i = 0; i < 4; ++i)
      bytes[parts[random.below(6)] + random.below(120)] = static_cast<unsigned char>(random.below(256));
    Trace trace = trace_;
    if (read_trace(*log_, files_, columns_, trace)) {
      for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        ASSERT_LT(static_cast<std::size_t>(trace.requests.array[r]), trace.arrays.size());
        ASSERT_LT(static_cast<std::size_t>(trace.requests.place[r]), trace.places.size());
      }
    }
    *log_ = *honest;
  }
}

// Which thread should have written an element of C: reported only if the other writes allow one answer.

class MissingWriteTest : public testing::Test {
 protected:
  MissingWriteTest() {
    trace_.arrays = {{"A", "global", 12}, {"B", "global", 12}, {"C", "global", 24}};
    trace_.threads = 4;
  }
  void wrote(int block, int thread, int index) {
    TracedRequests& requests = trace_.requests;
    requests.block.push_back(block);
    requests.array.push_back(2);
    requests.kind += 'w';
    requests.first.push_back(static_cast<int>(trace_.events.size()));
    trace_.events.lane.push_back(thread);
    trace_.events.index.push_back(index);
    trace_.events.value.emplace_back(7);
  }
  void expect(int index, int block, int thread) const {
    const auto writer = missing_writer(trace_, constants_, 2, index);
    ASSERT_TRUE(writer.has_value());
    EXPECT_EQ(writer->block, block);
    EXPECT_EQ(writer->thread, thread);
  }

  Trace trace_;
  Numbers constants_;
};

TEST_F(MissingWriteTest, finds_the_thread_of_a_share) {
  for (const int index : {0, 1, 2, 3, 5, 8}) wrote(0, index / 3, index);
  expect(4, 0, 1);
  expect(23, 1, 3);  // the threads' numbers go on from block to block
}

TEST_F(MissingWriteTest, finds_the_thread_of_a_coalesced_store) {
  constants_ = {{"section", 8}, {"tile", 8}};
  for (const int index : {0, 1, 2, 3, 4, 5, 7, 8, 9}) wrote(index / 8, index % 8 % 4, index);
  expect(6, 0, 2);
  expect(11, 1, 3);
}

TEST_F(MissingWriteTest, tells_nothing_where_two_ways_differ) {
  constants_ = {{"section", 12}, {"tile", 6}};
  for (const int index : {0, 1, 2, 3}) wrote(0, index, index);
  EXPECT_TRUE(missing_writer(trace_, constants_, 2, 4).has_value());
  EXPECT_FALSE(
      missing_writer(trace_, constants_, 2, 6).has_value());  // a new round begins there, or goes on counting
}

TEST_F(MissingWriteTest, tells_nothing_of_writes_without_a_pattern) {
  wrote(0, 3, 0);
  EXPECT_FALSE(missing_writer(trace_, constants_, 2, 4).has_value());
  for (const int index : {1, 2, 3}) wrote(0, 3 - index, index);
  wrote(0, 2, 7);
  EXPECT_FALSE(missing_writer(trace_, constants_, 2, 4).has_value());
}

}  // namespace
}  // namespace mergelab::judge
