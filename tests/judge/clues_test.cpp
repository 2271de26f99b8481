// Each clue appears for its mistake, and not for its neighbours'.
#include "judge/clues.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/temporary_folder.hpp"

namespace mergelab::judge {
namespace {

bool has(const Clues& clues, const char* name) {
  return std::find(clues.begin(), clues.end(), name) != clues.end();
}

/// Of 0, 10, .. 70, all from A, of which C has `c`; -1: never written.
Clues merged(const std::vector<int>& c, const Geometry& geometry = {}) {
  const Arrays arrays{{0, 10, 20, 30, 40, 50, 60, 70}, {}};
  std::vector<bool> written;
  for (const int key : c) written.push_back(key != -1);
  const auto first =
      static_cast<std::size_t>(std::mismatch(c.begin(), c.end(), arrays.a.begin()).first - c.begin());
  return clues_of_merge(arrays, c, arrays.a, written, first, geometry);
}

TEST(Clues, tell_how_the_first_wrong_element_arose) {
  EXPECT_EQ(merged({0, 10, 10, 30, 40, 50, 60, 70}), Clues{"repeated"});
  EXPECT_EQ(merged({0, 10, 0, 30, 40, 50, 60, 70}), (Clues{"repeated", "repeats_first"}));
  EXPECT_EQ(merged({0, 10, 30, 30, 40, 50, 60, 70}), Clues{"skipped"});
  EXPECT_EQ(merged({0, 10, 25, 30, 40, 50, 60, 70}), Clues{}) << "no key of A or B";
  EXPECT_EQ(merged({0, 10, -1, 30, 40, 50, 60, 70}), Clues{"holes"});
  EXPECT_EQ(merged({0, 10, 20, 30, 40, 50, -1, -1}), Clues{}) << "nothing behind it was written";
}

TEST(Clues, tell_where_it_lies) {
  const Geometry one{.section = 8, .tile = 2}, two{.section = 4, .tile = 2};
  EXPECT_EQ(merged({0, 10, 30, 30, 40, 50, 60, 70}, one), (Clues{"skipped", "later_tile"}));
  EXPECT_EQ(merged({0, 10, 20, 30, 50, 50, 60, 70}, one), (Clues{"skipped", "later_tile", "third_tile"}));
  EXPECT_EQ(merged({0, 10, 20, 30, 50, 50, 60, 70}, two), (Clues{"skipped", "later_section"}));
}

TEST(Clues, tell_that_all_is_right_as_far_as_a_float_counts) {
  constexpr std::size_t kFloatCounts = std::size_t{1} << 24;
  const std::vector<int> keys(kFloatCounts + 1);
  const std::vector<bool> written(keys.size(), true);
  const auto wrong_at = [&](std::size_t k) { return clues_of_merge({{}, {}}, keys, keys, written, k, {}); };
  EXPECT_TRUE(has(wrong_at(kFloatCounts), "past_2_to_24"));
  EXPECT_FALSE(has(wrong_at(kFloatCounts - 1), "past_2_to_24"));
}

TEST(Clues, tell_what_wrong_ranks_have_in_common) {
  const Arrays arrays{{1, 3, 5, 7}, {2, 4, 6, 8}};
  const std::vector<int> k{0, 1, 2, 3, 4, 5, 6, 7, 8}, right{0, 1, 1, 2, 2, 3, 3, 4, 4};
  const auto of = [&](const std::vector<int>& ranks) { return clues_of_ranks(arrays, k, ranks, right); };
  EXPECT_EQ(of({0, 0, 1, 1, 2, 2, 3, 3, 4}), (Clues{"counts_b", "one_too_small"}));
  EXPECT_EQ(of({0, 1, 1, 2, 1, 3, 2, 4, 4}), Clues{"one_too_small"});
  EXPECT_EQ(of({0, 1, 2, 2, 3, 3, 3, 4, 4}), Clues{"one_too_large"});
  EXPECT_EQ(of({0, 1, 2, 2, 1, 3, 3, 4, 4}), Clues{}) << "one of each";
  EXPECT_EQ(of({0, 1, 2, 3, 0, 1, 4, 3, 4}), Clues{"at_an_end"});
  EXPECT_EQ(of({0, 1, 1, 2, 2, 3, 3, 4, 3}), (Clues{"one_too_small", "end_missed"}))
      << "min(k, m), for k = 8";
  EXPECT_EQ(of({0, 1, 1, 2, 2, 2, 3, 4, 3}), Clues{"one_too_small"}) << "and one that is no end";
  EXPECT_EQ(of({1, 1, 1, 2, 2, 3, 3, 4, 4}), (Clues{"one_too_large", "end_missed"})) << "max(0, k - n)";
}

using finding::Agent;
using finding::Memory;
using finding::Message;
using Verb = finding::Access::Verb;

/// The student's file: line 1 is `x[i] = 1;`, and so on.
enum Line : std::int32_t { kX = 1, kY, kTileA, kTileB, kOther, kLoopA, kLoopB };
constexpr const char* kFile =
    "x[i] = 1;\ny[i] = 2;\ntileA[i] = 1;\ntileB[i] = 2;\nx[j++] = 2;\n"
    "for (int i = t; i < m; i += k) tileA[i] = A[A_curr + i];\n"
    "for (int j = a + t; j < n; j += k) tileB[j] = B[B_curr + j];\n";

Clues clues_of(const std::vector<Finding>& findings, const std::string& file = kFile, std::int64_t tile = 0) {
  const TemporaryFolder folder;
  write_text(folder.path() / "k.cuh", file);
  return clues_of_violations({{std::string(name(findings.front().rule)), Explanation({}, findings)}},
                             StudentFiles({folder.path() / "k.cuh"}), tile);
}

/// Thread 1 of block 0 writes tiles[3], and thread 0 of the same block writes it.
Finding race(std::int32_t line, std::int32_t other_line) {
  Finding found(Message::race);
  found.access.verb = found.other.verb = Verb::write;
  found.access.memory = {.form = Memory::Form::element, .is_shared = 1, .name = "tiles", .index = 3};
  found.access.at = {"k.cuh", line};
  found.other.at = {"k.cuh", other_line};
  found.other.by.in = Agent::In::same_block;
  return found;
}

TEST(Clues, tell_which_accesses_raced) {
  EXPECT_EQ(clues_of({race(kX, kX)}), (Clues{"both_write", "race"}));
  Finding reads = race(kX, kX);
  reads.other.verb = Verb::read;
  EXPECT_EQ(clues_of({reads}), (Clues{"one_reads", "race"}));
  reads.other.verb = Verb::update;
  EXPECT_EQ(clues_of({reads}), (Clues{"one_reads", "race"}));
  Finding called = race(kX, kX);
  called.access.caller = {"k.cuh", kY};
  EXPECT_EQ(clues_of({called}), (Clues{"both_write", "race"}));
  for (const Agent::In in : {Agent::In::block, Agent::In::another_block}) {
    Finding blocks = race(kX, kX);
    blocks.other.by.in = in;
    EXPECT_EQ(clues_of({blocks}), (Clues{"blocks_race", "race"}));
  }
  Finding kernels = race(kX, kX);
  kernels.other.by.in = Agent::In::kernel_before;
  EXPECT_EQ(clues_of({kernels}), (Clues{"kernel_before", "race"}));
}

TEST(Clues, tell_of_two_arrays_in_the_lines_of_a_race) {
  EXPECT_TRUE(has(clues_of({race(kX, kY)}), "two_arrays"));
  EXPECT_TRUE(has(clues_of({race(kLoopB, kLoopA)}), "two_arrays"));
  EXPECT_FALSE(has(clues_of({race(kX, kX)}), "two_arrays"));
  EXPECT_FALSE(has(clues_of({race(kX, kOther)}), "two_arrays"));
  Finding in_callee = race(kX, kY);
  in_callee.access.caller = {"k.cuh", kTileA};
  EXPECT_FALSE(has(clues_of({in_callee}), "two_arrays"));
  const auto parts = [](std::initializer_list<finding::Part> parts) {
    Finding found = race(kTileA, kTileB);
    std::copy(parts.begin(), parts.end(), found.access.memory.parts.begin());
    return clues_of({found});
  };
  EXPECT_TRUE(has(parts({{"tileA.slots", 136}}), "out_of_tile"));
  EXPECT_TRUE(has(parts({{"tileB", 1}}), "out_of_tile"));
  EXPECT_FALSE(has(parts({{"other", 1}}), "out_of_tile"));
  EXPECT_FALSE(has(parts({}), "out_of_tile"));
  EXPECT_FALSE(has(parts({{"tileA", 9}, {"tileB", 1}}), "out_of_tile"));
}

Finding uninitialised(Memory memory) {
  Finding found(Message::uninitialised_read);
  found.access.memory = memory;
  found.access.memory.is_shared = 1;
  return found;
}
Memory element(const char* name, std::int64_t index) {
  return {.form = Memory::Form::element, .name = name, .index = index};
}
Memory part(const char* name, std::int64_t index, std::int64_t of_whole) {
  Memory memory = element("tiles", of_whole);
  memory.parts[0] = {name, index};
  return memory;
}

TEST(Clues, tell_of_an_element_with_two_names) {
  Finding found = race(kX, kX);
  found.access.memory.parts = {{{"tileB", 1}, {"tileC", 1}}};
  EXPECT_TRUE(has(clues_of({found}), "two_names"));
  found.access.memory.parts[1] = {};
  EXPECT_FALSE(has(clues_of({found}), "two_names"));
}

TEST(Clues, tell_a_shared_variable_and_the_third_tile) {
  const auto reads = [&](const Memory& memory, std::int64_t tile) {
    return clues_of({uninitialised(memory)}, "", tile);
  };
  EXPECT_TRUE(has(reads({.form = Memory::Form::variable, .name = "A_used"}, 256), "one_variable"));
  EXPECT_FALSE(has(reads(element("bounds", 1), 256), "one_variable"));
  EXPECT_TRUE(has(reads(part("tileC", 0, 512), 256), "third_part"));
  EXPECT_FALSE(has(reads(part("tileC", 0, 512), 512), "third_part"));
  EXPECT_FALSE(has(reads(part("tileC", 0, 512), 0), "third_part"));
  EXPECT_TRUE(has(reads(element("tiles", 767), 256), "third_part"));
  EXPECT_FALSE(has(reads(element("tiles", 768), 256), "third_part"));
  EXPECT_FALSE(has(reads(element("tiles", 511), 256), "third_part"));
}

TEST(Clues, tell_of_a_tile_whose_first_element_nobody_wrote) {
  EXPECT_TRUE(has(clues_of({uninitialised(part("tileB.slots", 0, 256))}), "not_loaded"));
  Finding in_callee = uninitialised(part("tileB.slots", 0, 256));
  in_callee.access.caller = {"k.cuh", kX};
  EXPECT_FALSE(has(clues_of({in_callee}), "not_loaded")) << "an earlier lab's merge was given wrong lengths";
  EXPECT_FALSE(has(clues_of({uninitialised(part("tileB.slots", 1, 257))}), "not_loaded"));
  EXPECT_FALSE(has(clues_of({uninitialised(element("bounds", 0))}), "not_loaded"));
  EXPECT_TRUE(has(clues_of({uninitialised(part("tileB.slots", 1, 257))}), "in_a_tile"));
  EXPECT_FALSE(has(clues_of({uninitialised(element("bounds", 0))}), "in_a_tile"));
}

TEST(Clues, tell_of_a_thread_that_had_returned) {
  Finding found = uninitialised(element("x", 0));
  EXPECT_FALSE(has(clues_of({found}), "returned_early"));
  found.returned.kind = Agent::Kind::thread;
  EXPECT_TRUE(has(clues_of({found}), "returned_early"));
}

TEST(Clues, are_those_of_the_first_broken_rule) {
  const Violation second{"out_of_bounds", Finding(Message::far_outside)};
  EXPECT_EQ(clues_of_violations({{"trap", Finding(Message::trap)}, second}, {}), Clues{"trap"});
  EXPECT_EQ(clues_of_violations({}, {}), Clues());
  EXPECT_EQ(clues_of_violations({{"race", Statement(Sentence::words, "of compute-sanitizer")}}, {}),
            Clues{"race"});
}

TEST(Clues, tell_where_an_index_went) {
  const auto miss = [](Verb verb, std::int64_t index) {
    Finding found(Message::outside_array);
    found.access.verb = verb;
    found.access.memory = element("A", index);
    found.access.memory.extent = 8;
    return found;
  };
  EXPECT_EQ(clues_of({miss(Verb::read, 8)}), (Clues{"one_past", "out_of_bounds", "read_outside"}));
  EXPECT_EQ(clues_of({miss(Verb::read, -1)}), (Clues{"before_start", "out_of_bounds", "read_outside"}));
  EXPECT_EQ(clues_of({miss(Verb::write, 9)}), (Clues{"out_of_bounds", "outside"}));
  EXPECT_TRUE(has(clues_of({miss(Verb::read, 9), miss(Verb::write, 9)}), "outside"))
      << "what ended the run counts, too";
  EXPECT_EQ(clues_of({Finding(Message::far_outside)}), (Clues{"far_outside", "out_of_bounds"}));
}

TEST(Clues, tell_of_an_index_that_is_no_single_variable) {
  const auto reads = [](const std::string& line) {
    Finding found(Message::outside_array);
    found.access.memory = element("B", 8);
    found.access.at = {"k.cuh", 1};
    return clues_of({found}, line + "\n");
  };
  EXPECT_TRUE(has(reads("C[k] = B[k + 1];"), "other_index"));
  EXPECT_TRUE(has(reads("C[k++] = B[j + 1];"), "other_index"));
  EXPECT_TRUE(has(reads("C[k] = B[k];"), "other_index"));
  EXPECT_FALSE(has(reads("C[k++] = B[j++];"), "other_index"));
  EXPECT_FALSE(has(reads("while (A[i + 1] <= B[j]) {"), "other_index"));
  EXPECT_FALSE(has(reads("take(B);"), "other_index")) << "no index is to be seen";
}

}  // namespace
}  // namespace mergelab::judge
