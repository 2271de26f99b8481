// How the logs of a warp's lanes become instructions of the warp, with handmade events.
#include "simt/count/recorder.hpp"
#include "support/test.hpp"

namespace {

using simt::count::Kind;
using simt::count::Pc;
using simt::count::Recorder;
using simt::count::Site;

constexpr simt::count::Where kBuffer = 1;
constexpr std::uint64_t kBase = 0x100000;

/// Requests and lanes of each program counter.
using Counted = std::map<Pc, std::pair<std::uint64_t, std::uint64_t>>;

class Replay : public testing::Test {
 protected:
  /// Runs one block; `body` is a thread's work.
  void run(unsigned threads, const std::function<void(unsigned)>& body) {
    recorder_->begin_launch(threads);
    recorder_->begin_block();
    for (unsigned t = 0; t < threads; ++t) {
      body(t);
      recorder_->thread_ends(t);
    }
    recorder_->end_launch();
  }
  void load(unsigned thread, Pc pc, std::uint64_t offset) {
    recorder_->access(thread, pc, kBase + offset, 4, Kind::Read, kBuffer);
  }
  void block(unsigned thread, Pc pc) { recorder_->basic_block(thread, pc); }
  [[nodiscard]] Counted counted() const {
    Counted result;
    for (const Site& site : recorder_->tally().sites()) {
      result[site.pc].first += site.requests;
      result[site.pc].second += site.lanes;
    }
    return result;
  }
  std::unique_ptr<Recorder> recorder_ = std::make_unique<Recorder>();
};
using ReplaySlow = Replay;

TEST_F(Replay, lanes_at_one_place_make_one_request) {
  run(32, [&](unsigned t) { load(t, 10, t * 4); });
  ASSERT_EQ(recorder_->tally().sites().size(), 1U);
  const Site& site = recorder_->tally().sites()[0];
  EXPECT_EQ(site.requests, 1U);
  EXPECT_EQ(site.lanes, 32U);
  EXPECT_EQ(site.bytes, 128U);
  EXPECT_EQ(site.sectors, 4U);
  EXPECT_EQ(site.ideal_sectors, 4U);
  EXPECT_EQ(site.narrow_lanes, 0U);
}

TEST_F(Replay, an_incomplete_warp_counts_its_lanes_only) {
  run(40, [&](unsigned t) { load(t, 10, t * 4); });
  EXPECT_EQ(counted(), (Counted{{10, {2, 40}}}));
}

TEST_F(Replay, if_and_else_halve_the_lanes_and_meet_again) {
  run(32, [&](unsigned t) {
    block(t, 1);
    block(t, t % 2 == 0 ? 2 : 3);
    block(t, 4);
  });
  EXPECT_EQ(counted(), (Counted{{1, {1, 32}}, {2, {1, 16}}, {3, {1, 16}}, {4, {1, 32}}}));
}

TEST_F(Replay, loops_of_different_lengths_meet_at_their_end) {
  run(32, [&](unsigned t) {
    for (unsigned i = 0; i <= t; ++i) block(t, 2);
    block(t, 3);
  });
  EXPECT_EQ(counted(), (Counted{{2, {32, 32 * 33 / 2}}, {3, {1, 32}}}));
}

TEST_F(Replay, a_warp_operation_holds_lanes_until_the_others_come) {
  recorder_->begin_launch(32);
  recorder_->begin_block();
  for (unsigned t = 0; t < 32; t += 2) block(t, 9);  // code behind what follows
  recorder_->warp_op(0, ~0U, false);
  for (unsigned t = 0; t < 32; ++t) {
    block(t, 6);
    recorder_->thread_ends(t);
  }
  EXPECT_EQ(counted(), (Counted{{6, {1, 32}}, {9, {1, 16}}}));
}

TEST_F(Replay, what_lanes_give_each_other_is_an_access_of_each) {
  recorder_->begin_launch(32);
  recorder_->begin_block();
  for (int i = 0; i < 3; ++i) recorder_->warp_op(0, ~0U, false);
  recorder_->warp_op(0, ~0U, true);
  for (unsigned t = 0; t < 32; ++t) recorder_->thread_ends(t);
  recorder_->end_launch();
  EXPECT_EQ(recorder_->spans().accesses, 3U);
}

TEST_F(Replay, operations_of_parts_of_a_warp_hold_their_lanes_only) {
  recorder_->begin_launch(32);
  recorder_->begin_block();
  for (int round = 0; round < 2; ++round) {
    for (unsigned t = 0; t < 32; ++t) block(t, round == 0 ? 1 : 2);
    recorder_->warp_op(0, 0xffff0000U, false);
    recorder_->warp_op(0, 0x0000ffffU, false);
  }
  for (unsigned t = 0; t < 32; ++t) recorder_->thread_ends(t);
  EXPECT_EQ(counted(), (Counted{{1, {1, 32}}, {2, {2, 32}}}));
}

TEST_F(Replay, a_request_to_two_arrays_counts_for_both) {
  run(32, [&](unsigned t) { recorder_->access(t, 10, kBase + t * 4, 4, Kind::Read, t < 8 ? 1 : 2); });
  std::map<simt::count::Where, std::uint64_t> lanes;
  for (const Site& site : recorder_->tally().sites()) {
    EXPECT_EQ(site.requests, 1U);
    lanes[site.where] = site.lanes;
  }
  EXPECT_EQ(lanes, (std::map<simt::count::Where, std::uint64_t>{{1, 8}, {2, 24}}));
}

TEST_F(Replay, narrow_loads_fetch_at_most_four_elements) {
  run(32, [&](unsigned t) {
    load(t, 10, t % 4 * 4);
    load(t, 20, t % 5 * 4);
  });
  for (const Site& site : recorder_->tally().sites()) EXPECT_EQ(site.narrow_lanes, site.pc == 10 ? 32U : 0U);
}

TEST_F(Replay, a_barrier_ends_what_meets) {
  recorder_->begin_launch(32);
  recorder_->begin_block();
  for (unsigned t = 0; t < 32; ++t) {
    if (t < 16) block(t, 7);
    recorder_->thread_waits(t);
  }
  recorder_->barrier_released();
  for (unsigned t = 0; t < 32; ++t) {
    if (t >= 16) block(t, 7);
    recorder_->thread_ends(t);
  }
  EXPECT_EQ(counted(), (Counted{{7, {2, 32}}}));
  EXPECT_EQ(recorder_->spans().barriers, 1U);
}

TEST_F(Replay, lanes_that_have_returned_hold_nobody_up) {
  recorder_->begin_launch(32);
  recorder_->begin_block();
  recorder_->thread_ends(0);
  for (unsigned t = 1; t < 32; ++t) recorder_->thread_waits(t);
  recorder_->barrier_released();
  for (unsigned t = 1; t < 32; ++t) {
    block(t, 7);
    recorder_->thread_ends(t);
  }
  EXPECT_EQ(counted(), (Counted{{7, {1, 31}}}));
}

TEST_F(Replay, long_logs_lose_nothing) {
  constexpr unsigned kSteps = 10'000;  // many chunks a lane
  run(64, [&](unsigned t) {
    for (unsigned i = 0; i < kSteps; ++i) {
      block(t, 1);
      load(t, 2, (i * 32 + t % 32) * 4);
    }
  });
  EXPECT_EQ(counted(), (Counted{{1, {2 * kSteps, 64 * kSteps}}, {2, {2 * kSteps, 64 * kSteps}}}));
}

TEST_F(Replay, one_long_thread_needs_no_memory_and_loses_nothing) {
  constexpr unsigned kSteps = 5'000'000;  // would be 160 MB of log
  run(1, [&](unsigned t) {
    for (unsigned i = 0; i < kSteps; ++i) {
      block(t, 1);
      load(t, 2, i * 4);
    }
  });
  EXPECT_EQ(counted(), (Counted{{1, {kSteps, kSteps}}, {2, {kSteps, kSteps}}}));
  EXPECT_LT(recorder_->log_bytes(), std::size_t{1} << 20);
}

TEST_F(ReplaySlow, full_memory_costs_meetings_but_no_event) {
  constexpr unsigned kSteps = 300'000;  // 32 lanes would need 307 MB
  run(32, [&](unsigned t) {
    for (unsigned i = 0; i < kSteps; ++i) {
      block(t, 1);
      load(t, 2, i * 4);
    }
  });
  for (const auto& [pc, count] : counted()) EXPECT_EQ(count.second, 32 * kSteps) << pc;
  EXPECT_LE(recorder_->log_bytes(), Recorder::kLogBytes + (std::size_t{1} << 20));
}

TEST_F(Replay, spans_are_the_longest_thread_of_each_launch) {
  for (const unsigned most : {5U, 9U}) {
    run(64, [&](unsigned t) {
      for (unsigned i = 0; i < (t == 40 ? most : 2); ++i) block(t, 1);
      recorder_->local_access(t, 4, Recorder::kVariablesBytes + 1);
      if (t == 3) load(t, 2, 0);
    });
  }
  EXPECT_EQ(recorder_->spans().blocks, 14U);
  EXPECT_EQ(recorder_->spans().accesses, 4U);
}

TEST_F(Replay, a_lane_that_asks_the_same_again_hides_no_search_of_the_others) {
  run(32, [&](unsigned t) {
    for (unsigned step = 1; step <= 5; ++step) load(t, 2, t == 0 ? 0 : step * 0x10000 + t * 0x100);
  });
  EXPECT_EQ(recorder_->spans().probes, 5U);
}

TEST_F(Replay, what_a_warp_has_just_asked_for_is_no_further_question) {
  run(32, [&](unsigned t) {
    for (Pc pc = 2; pc < 5; ++pc) load(t, pc, t * 0x100);
    if (t > 8) load(t, 6, t * 0x100);
    load(t, 7, 9 * 0x100);
  });
  EXPECT_EQ(recorder_->spans().probes, 1U);
}

TEST_F(Replay, atomics_ask_as_loads_do) {
  run(32, [&](unsigned t) {
    for (unsigned step = 1; step <= 5; ++step)
      recorder_->access(t, 2, kBase + step * 0x10000 + t * 0x100, 4, Kind::Atomic, kBuffer);
  });
  EXPECT_EQ(recorder_->spans().probes, 5U);
}

// Threads of two warps in two phases: in the first only those of warp 0 work, in the second of warp 1.
TEST_F(Replay, a_barrier_makes_one_chain_of_what_warps_do_before_and_behind_it) {
  const auto work = [&](unsigned t) {
    for (unsigned step = 1; step <= 5; ++step) load(t, 2, step * 0x10000 + t * 0x100);
  };
  for (const bool returns : {false, true}) {
    const Recorder::Spans before = recorder_->spans();
    recorder_->begin_launch(64);
    recorder_->begin_block();
    for (unsigned t = 0; t < 64; ++t) {
      if (t < 32) work(t);
      t < 32 && returns ? recorder_->thread_ends(t) : recorder_->thread_waits(t);
    }
    recorder_->barrier_released();
    for (unsigned t = returns ? 32 : 0; t < 64; ++t) {
      if (t >= 32) work(t);
      recorder_->thread_ends(t);
    }
    recorder_->end_launch();
    EXPECT_EQ(recorder_->spans().accesses - before.accesses, 10U) << returns;
    EXPECT_EQ(recorder_->spans().probes - before.probes, 10U) << returns;
  }
}

TEST_F(Replay, a_warp_operation_waits_for_lanes_that_have_returned) {
  recorder_->begin_launch(32);
  recorder_->begin_block();
  for (unsigned step = 0; step < 5; ++step) load(0, 2, step * 4);
  recorder_->thread_ends(0);
  recorder_->warp_op(0, 0xfffffffe, true);
  for (unsigned t = 1; t < 32; ++t) {
    load(t, 3, t * 4);
    recorder_->thread_ends(t);
  }
  recorder_->end_launch();
  EXPECT_EQ(recorder_->spans().accesses, 6U);
}

TEST_F(Replay, tickets_between_loads_are_one_question) {
  run(32, [&](unsigned t) {
    for (unsigned step = 1; step <= 5; ++step) {
      if (t == 0) recorder_->access(t, 2, kBase, 4, Kind::Atomic, kBuffer);
      load(t, 3, step * 0x10000 + t * 0x100);
    }
  });
  EXPECT_EQ(recorder_->spans().probes, 5U + 1);
}

TEST_F(Replay, small_bulk_copies_are_questions_and_tiles_are_none) {
  for (const auto& [bytes, probes] : {std::pair{32U, 1U}, {144U, 2U}, {1024U, 3U}, {1040U, 3U}}) {
    run(1, [&, bytes = bytes](unsigned t) {
      recorder_->bulk_copy(t, 2, kBuffer, Kind::Read, kBase, bytes);
      recorder_->bulk_copy(t, 3, simt::count::kShared, Kind::Read, 0, bytes);  // on the way back
    });
    EXPECT_EQ(recorder_->spans().probes, probes) << bytes;
  }
}

TEST_F(Replay, a_copy_goes_in_pieces_of_its_alignment) {
  run(1, [&](unsigned t) {
    recorder_->range(t, 1, kBase, 48, Kind::Write, kBuffer);
    recorder_->range(t, 2, kBase, 12, Kind::Write, kBuffer);
  });
  EXPECT_EQ(counted(), (Counted{{1, {3, 3}}, {2, {3, 3}}}));
}

TEST_F(Replay, a_broken_launch_leaves_nothing) {
  recorder_->begin_launch(32);
  recorder_->begin_block();
  block(0, 1);
  run(32, [&](unsigned t) { block(t, 2); });
  EXPECT_EQ(counted(), (Counted{{2, {1, 32}}}));
}

}  // namespace
