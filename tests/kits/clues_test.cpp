// Each clue of keys and ranks appears for its mistake, and not for its neighbours'.
#include "judge/checked.hpp"
#include "kits/keys/check.hpp"
#include "kits/keys/keys_kit.hpp"
#include "kits/ranks/check.hpp"
#include "support/merges.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

using Clues = std::vector<std::string>;

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
  return clues_of_keys(arrays, c, arrays.a, written, first, geometry);
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

using Form = finding::Memory::Form;
using Verb = finding::Access::Verb;

TEST(Clues, tell_the_third_tile) {
  const auto of = [](const finding::Memory& memory, std::int64_t tile, Verb verb = Verb::read) {
    Finding found(finding::Message::uninitialised_read);
    found.access.verb = verb;
    found.access.memory = memory;
    return clues_of_finding(found, "", tile);
  };
  const auto element = [](std::int64_t index) {
    return finding::Memory{.form = Form::element, .is_shared = 1, .name = "tiles", .index = index};
  };
  EXPECT_EQ(of(element(512), 256), Clues{"third_part"});
  EXPECT_EQ(of(element(767), 256), Clues{"third_part"});
  EXPECT_EQ(of(element(768), 256), Clues{});
  EXPECT_EQ(of(element(511), 256), Clues{});
  EXPECT_EQ(of(element(512), 512), Clues{});
  EXPECT_EQ(of(element(512), 0), Clues{});
  EXPECT_EQ(of(element(512), 256, Verb::update), Clues{});
  EXPECT_EQ(of({.form = Form::element, .name = "C", .index = 512}, 256), Clues{}) << "of global memory";
}

TEST(Clues, tell_of_an_index_that_is_no_single_variable) {
  const auto reads = [](const std::string& line, finding::Message message = finding::Message::outside_array) {
    Finding found(message);
    found.access.memory = {.form = Form::element, .name = "B", .index = 8};
    return clues_of_finding(found, line, 0);
  };
  EXPECT_EQ(reads("C[k] = B[k + 1];"), Clues{"other_index"});
  EXPECT_EQ(reads("C[k++] = B[j + 1];"), Clues{"other_index"});
  EXPECT_EQ(reads("C[k] = B[k];"), Clues{"other_index"});
  EXPECT_EQ(reads("C[k] = B[k];", finding::Message::uninitialised_read), Clues{});
  EXPECT_EQ(reads("C[k++] = B[j++];"), Clues{});
  EXPECT_EQ(reads("while (A[i + 1] <= B[j]) {"), Clues{});
  EXPECT_EQ(reads("take(B);"), Clues{}) << "no index is to be seen";
}

TEST(Clues, tell_that_all_is_right_as_far_as_a_float_counts) {
  constexpr std::size_t kFloatCounts = std::size_t{1} << 24;
  const std::vector<int> keys(kFloatCounts + 1);
  const std::vector<bool> written(keys.size(), true);
  const auto wrong_at = [&](std::size_t k) { return clues_of_keys({{}, {}}, keys, keys, written, k, {}); };
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

// The launch for a lab with section and tile: one kernel, its grid, its shared memory.

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
