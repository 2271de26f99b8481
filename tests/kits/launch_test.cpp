// The launch for a lab with section and tile: one kernel, its grid, its shared memory.
#include "kits/merge/launch.hpp"

#include <gtest/gtest.h>

#include "judge/checked.hpp"
#include "support/merges.hpp"

namespace mergelab::judge {
namespace {

/// 10 outputs in sections of 4.
ProblemSet set() { return merges_of({{{1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}}}, {4, 8}); }

wire::Launches launches() {
  return {.count = 1, .grid = {3, 1, 1}, .block = {128, 1, 1}, .dynamic_shared_bytes = 96};
}

std::string symptom(const wire::Launches& seen) { return check_launch(set(), seen).symptom; }

TEST(Launch, of_one_block_a_section_is_what_a_lab_asks_for) {
  EXPECT_TRUE(check_launch(set(), launches()).passed());
}

TEST(Launch, of_another_grid_is_refused) {
  for (const std::uint32_t blocks : {0U, 1U, 2U, 4U, 1003U}) {
    wire::Launches seen = launches();
    seen.grid = {1, blocks, 1};
    EXPECT_EQ(symptom(seen), "wrong_grid") << blocks;
  }
}

TEST(Launch, may_be_prepared_by_one_of_no_more_blocks) {
  wire::Launches seen = launches();
  seen.count = 2;
  seen.other_blocks = 3;
  EXPECT_TRUE(check_launch(set(), seen).passed());
  ++seen.other_blocks;
  EXPECT_EQ(symptom(seen), "several_launches");
  EXPECT_EQ(facts_of(check_launch(set(), seen)), "several_launches(2, 3)");
  seen.count = 3;
  seen.other_blocks = 2;
  EXPECT_EQ(symptom(seen), "several_launches");
  seen.count = 0;
  EXPECT_EQ(symptom(seen), "no_launch");
}

TEST(Launch, has_three_tiles_and_a_kib_of_shared_memory_at_most) {
  wire::Launches seen = launches();
  seen.static_shared_bytes = 1024;
  EXPECT_TRUE(check_launch(set(), seen).passed());
  ++seen.static_shared_bytes;
  EXPECT_EQ(symptom(seen), "shared_memory");
  EXPECT_TRUE(check_launch(set(), seen, 6).passed());
}

TEST(Launch, is_not_asked_for_where_there_is_nothing_to_merge) {
  const ProblemSet nothing = merges_of({Arrays()}, {4, 8});
  EXPECT_TRUE(check_launch(nothing, {}).passed());
}

}  // namespace
}  // namespace mergelab::judge
