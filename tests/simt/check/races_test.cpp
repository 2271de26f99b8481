// Races are found if and only if nothing orders two accesses.
#include "checked.hpp"

namespace {

using Races = CheckedModule<"races">;

TEST_F(Races, names_both_threads_and_both_lines) {
  const std::string found = violations("run_neighbour", device(128, "out"), 1);
  EXPECT_TRUE(
      holds(found, {"race: thread 0 of block 0 read tile[64] (shared) at races.cu:",
                    "`out[threadIdx.x] = tile[(threadIdx.x + 64) % 128];`",
                    "; other: thread 64 of same_block", "write", "`tile[threadIdx.x] = threadIdx.x;`"}) ||
      holds(found, {"race: thread 64 of block 0 write tile[64] (shared) at races.cu:",
                    "`tile[threadIdx.x] = threadIdx.x;`; other: thread 0 of same_block read at races.cu:",
                    "`out[threadIdx.x] = tile[(threadIdx.x + 64) % 128];`"}))
      << found;
}

TEST_F(Races, are_ordered_by_a_barrier) { EXPECT_EQ(violations("run_neighbour", device(128, "out"), 0), ""); }

TEST_F(Races, folds_what_all_threads_do) {
  EXPECT_TRUE(holds(violations("run_neighbour", device(128, "out"), 1), {"race: ", "; more: 63\n"}));
  EXPECT_EQ(simt::host::violations_dropped(), 0U);
}

TEST_F(Races, finds_a_missing_barrier_at_the_end_of_a_loop) {
  const int* in = numbers(256, "in");
  EXPECT_TRUE(holds(violations("run_rounds", in, device(64, "out"), 1),
                    {"race: ", "write tile", "`tile[threadIdx.x] = in[round * 64 + threadIdx.x];`", "read at",
                     "`sum += tile[63 - threadIdx.x];`"}));
  EXPECT_EQ(violations("run_rounds", in, device(64, "out"), 0), "");
}

TEST_F(Races, names_the_store_that_is_not_ordered_of_two_that_are_alike) {
  EXPECT_TRUE(holds(violations("run_halves", device(1, "out")), {"race: ", "// in the loop`"}));
}

TEST_F(Races, within_a_warp_are_ordered_by_syncwarp_of_both_lanes_only) {
  const struct {
    int order;
    const char* name;
    bool race;
  } cases[] = {{0, "nothing", true}, {1, "__syncwarp", false},          {2, "shuffle", true},
               {3, "vote", true},    {4, "__syncwarp of others", true}, {5, "__syncwarp of these", false}};
  for (const auto& [order, name, race] : cases) {
    const std::string found = violations("run_in_a_warp", device(32, "out"), order);
    EXPECT_EQ(found.find("race: ") != std::string::npos, race) << name << "\n" << found;
    EXPECT_EQ(found.empty(), !race) << name << "\n" << found;
  }
}

TEST_F(Races, remembers_two_readers) {
  for (const int writer : {0, 1}) {
    const std::string found = violations("run_two_readers", device(2, "out"), writer);
    EXPECT_TRUE(holds(found, {"race: ", "value (shared)"})) << "writer " << writer;
  }
  EXPECT_EQ(violations("run_two_readers", device(2, "out"), 2), "");
}

TEST_F(Races, remembers_readers_of_other_warps) {
  for (const int writer : {0, 31, 32, 64, 127}) {
    const std::string found = violations("run_many_readers", device(128, "out"), writer);
    EXPECT_TRUE(holds(found, {"race: ", "value (shared)"})) << "writer " << writer;
  }
  EXPECT_EQ(violations("run_many_readers", device(128, "out"), 128), "");
}

TEST_F(Races, between_blocks_name_both_blocks) {
  EXPECT_EQ(violations("run_blocks", device(5, "out"), 0), "");
  EXPECT_TRUE(holds(violations("run_blocks", device(5, "out"), 1),
                    {"race: thread 0 of block 1 write out[0] at races.cu:",
                     "; other: thread 0 of block 0 write at", "; more: 2\n"}));
  EXPECT_TRUE(holds(violations("run_blocks", zeros(5, "out"), 2), {"race: thread 0 of block "}));
}

TEST_F(Races, finds_a_reader_of_another_block) {
  EXPECT_TRUE(
      holds(violations("run_read_then_write", zeros(1, "values"), device(3, "out"), 3),
            {"race: thread 0 of block 2 write values[0] at", "; other: thread 0 of block 0 read at"}));
  EXPECT_EQ(violations("run_read_then_write", zeros(1, "values"), device(1, "out"), 1), "");
}

TEST_F(Races, are_ordered_by_launches) {
  EXPECT_EQ(violations("run_two_launches", device(128, "values"), device(128, "out")), "");
}

TEST_F(Races, tell_bytes_of_a_word_apart) {
  EXPECT_EQ(violations("run_bytes", device<unsigned char>(64, "out"), 0), "");
  EXPECT_TRUE(holds(violations("run_bytes", device<unsigned char>(64, "out"), 1), {"race: ", "out[0]"}));
}

TEST_F(Races, tell_bytes_apart_of_a_word_that_was_used_as_a_whole_before) {
  for (const auto kind : {simt::Order::Kind::Forward, simt::Order::Kind::Reverse}) {
    simt::host::set_order({kind});
    for (const auto& [turn, first] : {std::pair{0, 0U}, {1, 0U}, {1, 3U}}) {
      EXPECT_EQ(violations("run_byte_turns", device<unsigned>(1, "out"), turn, first, 0), "");
      EXPECT_TRUE(holds(violations("run_byte_turns", device<unsigned>(1, "out"), turn, first, 1),
                        {"race: thread ", "(shared)"}))
          << turn << " " << first;
    }
  }
}

TEST_F(Races, are_none_between_threads_that_write_and_read_their_own_bytes_of_a_word) {
  for (const auto kind :
       {simt::Order::Kind::Forward, simt::Order::Kind::Reverse, simt::Order::Kind::Random}) {
    simt::host::set_order({kind});
    unsigned* const words = device<unsigned>(64, "words");
    for (int parts = 0; parts < 4; ++parts)
      EXPECT_EQ(violations("run_own_parts", words, device(128, "out"), parts), "") << parts;
  }
}

TEST_F(Races, of_a_byte_are_found_when_another_byte_of_its_word_was_written_since) {
  enum { kNever, kBeforeLast, kBeforeRead };
  struct Case {
    unsigned beside, reader;
    int syncwarp, syncthreads;
    bool is_global, race;
  };
  const Case cases[] = {{1, 1, kNever, kNever, false, true},        {1, 1, kNever, kNever, true, true},
                        {32, 32, kNever, kNever, false, true},      {32, 32, kNever, kNever, true, true},
                        {64, 64, kNever, kNever, true, true},       {64, 64, kNever, kBeforeLast, true, true},
                        {64, 64, kNever, kBeforeRead, true, true},  {1, 32, kBeforeLast, kNever, false, true},
                        {0, 32, kBeforeLast, kNever, true, true},   {1, 1, kBeforeLast, kNever, false, false},
                        {1, 1, kBeforeLast, kNever, true, false},   {1, 1, kBeforeRead, kNever, false, false},
                        {1, 1, kBeforeRead, kNever, true, false},   {32, 1, kBeforeRead, kNever, true, false},
                        {32, 1, kNever, kBeforeRead, false, false}, {32, 1, kNever, kBeforeRead, true, false},
                        {32, 0, kNever, kNever, true, false},       {64, 0, kNever, kNever, true, false}};
  for (const auto kind : {simt::Order::Kind::Forward, simt::Order::Kind::Reverse}) {
    simt::host::set_order({kind});
    for (const Case& each : cases) {
      const auto& [beside, reader, syncwarp, syncthreads, is_global, race] = each;
      unsigned* const word = is_global ? reinterpret_cast<unsigned*>(zeros(1, "word")) : nullptr;
      const auto found = [&](int whole) {
        return violations("run_besides", word, device(1, "out"), whole, each.beside, each.reader,
                          each.syncwarp, each.syncthreads);
      };
      const std::string text = found(0);
      EXPECT_EQ(!text.empty(), race) << beside << " " << reader << " " << syncwarp << " " << syncthreads
                                     << (is_global ? " global" : " shared") << "\n"
                                     << text;
      if (!race) continue;
      EXPECT_TRUE(holds(text, {"`if (me == reader) *out = *first;`"})) << text;
      EXPECT_TRUE(holds(text, {"`if (me == 0 && !whole) *first = 7;`"})) << text;
      // The race of two writes hides none of a write and a read.
      found(1);
      const std::vector<simt::Finding> all = simt::host::violations();
      EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                              [](const simt::Finding& found) {
                                return found.rule == simt::Rule::race && !found.is_of_two_writes();
                              }))
          << beside << " " << reader;
    }
  }
}

TEST_F(Races, draw_advice_that_fits_both_accesses) {
  EXPECT_TRUE(holds(violations("run_neighbour", device(128, "out"), 1),
                    {"race: thread ", "; advice: barrier_between;"}));
  EXPECT_TRUE(holds(violations("run_in_a_warp", device(32, "out"), 0),
                    {"race: thread ", "; advice: barrier_within_warp;"}));
  EXPECT_TRUE(holds(violations("run_bytes", device<unsigned char>(64, "out"), 1),
                    {"race: thread ", "; advice: shares_overlap;"}));
  EXPECT_TRUE(
      holds(violations("run_blocks", device(5, "out"), 1), {"race: thread ", "; advice: blocks_overlap;"}));
  EXPECT_TRUE(holds(violations("run_read_then_write", zeros(1, "values"), device(3, "out"), 3),
                    {"race: thread ", "; advice: blocks_in_any_order"}));
}

TEST_F(Races, with_threads_that_have_returned_are_ordered_by_the_barrier) {
  EXPECT_EQ(violations("run_leave_early", device(32, "out")), "");
}

TEST_F(Races, by_a_barrier_that_a_thread_left_out_name_it) {
  EXPECT_EQ(violations("run_skipped", device(64, "out"), 0), "");
  EXPECT_TRUE(
      holds(violations("run_skipped", device(64, "out"), 1),
            {"race: thread 40 of block 0 read value (shared) at", "; returned: thread 40; more: 23\n"}));
}

TEST_F(Races, are_the_same_on_every_run) {
  const std::string first = violations("run_neighbour", device(128, "out"), 1);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(violations("run_neighbour", device(128, "out"), 1), first);
}

TEST_F(Races, are_looked_for_only_when_told_to) {
  simt::host::set_checking(false);
  EXPECT_EQ(violations("run_neighbour", device(128, "out"), 1), "");
}

using Atomics = CheckedModule<"atomics">;

TEST_F(Atomics, are_no_race_among_themselves) { EXPECT_EQ(violations("run_count", zeros(1, "counter")), ""); }

TEST_F(Atomics, race_with_plain_reads_before_and_after) {
  EXPECT_TRUE(holds(violations("run_count_and_look", zeros(1, "counter"), device(1, "out"), 0),
                    {"race: thread 1 of block 0 update counter[0] at", "thread 0 of same_block read"}));
  EXPECT_TRUE(holds(violations("run_count_and_look", zeros(1, "counter"), device(1, "out"), 63),
                    {"race: thread 63 of block 0 read counter[0] at", "update at"}));
}

TEST_F(Atomics, of_a_warp_are_ordered_by_syncwarp) {
  EXPECT_EQ(violations("run_warp_counters", device(1, "out"), 0), "");
  EXPECT_TRUE(holds(violations("run_warp_counters", device(1, "out"), 1),
                    {"race: thread 63 of block 0 read counters[0] (shared) at"}));
}

TEST_F(Atomics, of_shared_memory_are_ordered_by_barriers) {
  EXPECT_EQ(violations("run_shared_histogram", numbers(64, "in"), device(16, "out")), "");
}

TEST_F(Atomics, order_what_a_fence_has_released) {
  auto* finished = reinterpret_cast<unsigned*>(zeros(1, "finished"));
  EXPECT_EQ(violations("run_last_block", device(4, "partial"), finished, device(1, "sum"), 1), "");
  cudaMemset(finished, 0, sizeof(*finished));
  EXPECT_TRUE(holds(violations("run_last_block", device(4, "partial"), finished, device(1, "sum"), 0),
                    {"race: thread 1 of block 3 read partial[0] at", "`for (unsigned b = 0;",
                     "; other: thread 0 of block 0 write at"}));
}

TEST_F(Atomics, are_set_back_by_the_last_block) {
  auto* counters = reinterpret_cast<unsigned*>(zeros(2, "counters"));
  EXPECT_EQ(violations("run_set_back", counters, 1), "");
  EXPECT_TRUE(holds(violations("run_set_back", counters, 0),
                    {"race: thread 0 of block 3 write counters[0] at", "update at"}))
      << "the fence is missing";
}

TEST_F(Atomics, and_volatile_flags_hand_on_values_after_a_fence) {
  for (const int is_volatile : {0, 1}) {
    EXPECT_EQ(violations("run_chained", device(4, "values"), zeros(4, "flags"), is_volatile, 1), "")
        << is_volatile;
  }
  EXPECT_TRUE(holds(violations("run_chained", device(4, "values"), zeros(4, "flags"), 0, 0),
                    {"race: thread 0 of block 1 read values[0]"}));
}

TEST_F(Atomics, flags_hand_on_what_who_sets_them_has_done_or_comes_after) {
  const struct {
    const char* sets;
    bool race;
  } cases[] = {{"the writer", false},
               {"another thread", true},
               {"another thread, behind the writer's flag", false},
               {"a lane, after __syncwarp", false},
               {"another thread, after a barrier", false},
               {"the last of those that update", false}};
  for (int i = 0; i < 6; ++i) {
    const std::string found = violations("run_behind_a_flag", i, device(1, "out"));
    EXPECT_EQ(found.find("race: thread 64 of block 0 read values[0] (shared)") != std::string::npos,
              cases[i].race)
        << cases[i].sets << "\n"
        << found;
    EXPECT_EQ(found.empty(), !cases[i].race) << cases[i].sets << "\n" << found;
  }
}

TEST_F(Atomics, volatile_does_not_keep_a_warp_in_step) {
  EXPECT_TRUE(holds(violations("run_in_step", device(1, "out")), {"race: ", "values[8] (shared)"}));
}

}  // namespace
