// What the numbers of a launch tell.
#include "judge/items/correctness.hpp"

#include <gtest/gtest.h>

#include "judge/checked.hpp"

namespace mergelab::judge {
namespace {

wire::Launches launches() {
  return {.count = 1, .grid = {3, 1, 1}, .block = {128, 1, 1}, .dynamic_shared_bytes = 96};
}

std::vector<std::string> clues(std::uint32_t blocks, std::uint32_t threads, std::int64_t outputs,
                               bool is_grid_given = true) {
  return clues_of_launch({.count = 1, .grid = {blocks, 1, 1}, .block = {threads, 1, 1}}, outputs,
                         is_grid_given);
}

TEST(Launch, of_a_block_for_each_output_has_a_clue) {
  EXPECT_EQ(clues(200, 128, 200), std::vector<std::string>{"block_per_output"});
  EXPECT_EQ(clues(8192, 128, 8192), std::vector<std::string>{"block_per_output"});
  EXPECT_TRUE(clues(256, 128, 256).empty()) << "this may be the grid of all cases";
  EXPECT_TRUE(clues(200, 128, 201).empty());
  EXPECT_TRUE(clues(1, 128, 1).empty());
}

TEST(Launch, of_many_tiny_blocks_has_a_clue) {
  EXPECT_EQ(clues(128, 1, 256), std::vector<std::string>{"tiny_blocks"});
  EXPECT_EQ(clues(256, 2, 256), std::vector<std::string>{"tiny_blocks"});
  EXPECT_TRUE(clues(128, 32, 256).empty());
  EXPECT_TRUE(clues(31, 1, 256).empty());
  EXPECT_TRUE(clues(64, 3, 64 * 3264).empty()) << "each makes much";
  EXPECT_EQ(clues(64, 1, 5000, false), std::vector<std::string>{"tiny_blocks"});
  EXPECT_TRUE(clues(65, 1, 65 * 100, false).empty()) << "nobody launches 65 threads";
  EXPECT_TRUE(clues(2048, 1, 2048 * 100, false).empty()) << "a block has no 2048 threads";
  EXPECT_TRUE(clues(64, 32, 5000, false).empty());
}

TEST(Launch, with_a_thread_that_returned_early_says_so_of_outputs_that_nothing_wrote) {
  const auto told = [](const wire::Launches& seen, const char* symptom) {
    Outcome outcome{Verdict::wrong_answer, Statement(Sentence::never_written), symptom, {}};
    tell_returned(seen, outcome);
    return facts_of(outcome);
  };
  wire::Launches seen = launches();
  seen.returned_block = 2;
  seen.returned_thread = 9;
  EXPECT_EQ(told(seen, "unwritten"), "never_written()");
  seen.returned_known = 1;
  EXPECT_EQ(told(seen, "unwritten"), "never_written() returned_before_barrier(9, 2)");
  EXPECT_EQ(told(seen, "order"), "never_written()");
}

TEST(Launch, tells_how_many_outputs_a_block_makes) {
  constexpr std::int64_t kOutputs = 32768;
  for (const std::int64_t block : {1, 7, 128, 2816, 2944, 4096, 16383, 16384, 32767}) {
    int launched = 0;
    const auto blocks_for = [&](std::int64_t outputs) {
      ++launched;
      return (outputs + block - 1) / block;
    };
    const std::int64_t grid = (kOutputs + block - 1) / block;
    EXPECT_EQ(outputs_of_block(grid, kOutputs, blocks_for), block);
    EXPECT_LE(launched, 15) << block;
  }
  const auto one_of_all = [](std::int64_t) -> std::int64_t { return 12; };
  EXPECT_EQ(outputs_of_block(12, kOutputs, one_of_all), 2731);
  const auto fails = [](std::int64_t outputs) -> std::int64_t { return outputs < 2900 ? 1 : 0; };
  EXPECT_EQ(outputs_of_block(12, kOutputs, fails), 2731);
  EXPECT_EQ(outputs_of_block(1, kOutputs, fails), kOutputs);
}

}  // namespace
}  // namespace mergelab::judge
