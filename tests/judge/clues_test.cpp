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

Clues clues_of(const std::vector<Finding>& findings, const std::string& file = kFile) {
  const TemporaryFolder folder;
  write_text(folder.path() / "k.cuh", file);
  return clues_of_violations({{std::string(name(findings.front().rule)), Explanation({}, findings)}},
                             StudentFiles({folder.path() / "k.cuh"}));
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
  EXPECT_TRUE(has(parts({{"tileA.slots", 136}}), "out_of_part"));
  EXPECT_TRUE(has(parts({{"tileB", 1}}), "out_of_part"));
  EXPECT_FALSE(has(parts({{"other", 1}}), "out_of_part"));
  EXPECT_FALSE(has(parts({}), "out_of_part"));
  EXPECT_FALSE(has(parts({{"tileA", 9}, {"tileB", 1}}), "out_of_part"));
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

TEST(Clues, tell_a_shared_variable) {
  const auto reads = [](const Memory& memory) { return clues_of({uninitialised(memory)}, ""); };
  EXPECT_TRUE(has(reads({.form = Memory::Form::variable, .name = "A_used"}), "one_variable"));
  EXPECT_FALSE(has(reads(element("bounds", 1)), "one_variable"));
}

TEST(Clues, tell_of_a_tile_whose_first_element_nobody_wrote) {
  EXPECT_TRUE(has(clues_of({uninitialised(part("tileB.slots", 0, 256))}), "not_loaded"));
  Finding in_callee = uninitialised(part("tileB.slots", 0, 256));
  in_callee.access.caller = {"k.cuh", kX};
  EXPECT_FALSE(has(clues_of({in_callee}), "not_loaded")) << "an earlier lab's merge was given wrong lengths";
  EXPECT_FALSE(has(clues_of({uninitialised(part("tileB.slots", 1, 257))}), "not_loaded"));
  EXPECT_FALSE(has(clues_of({uninitialised(element("bounds", 0))}), "not_loaded"));
  EXPECT_TRUE(has(clues_of({uninitialised(part("tileB.slots", 1, 257))}), "in_a_part"));
  EXPECT_FALSE(has(clues_of({uninitialised(element("bounds", 0))}), "in_a_part"));
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

}  // namespace
}  // namespace mergelab::judge
