// Every text that a finding can have, and that each of its placeholders is one.
#include "finding/messages.hpp"

#include <gtest/gtest.h>

#include "support/golden.hpp"

namespace mergelab::finding {
namespace {

/// A finding whose fields all have values.
Finding sample(Message message, Advice advice = Advice::none) {
  Finding found(message, advice);
  Memory memory{.form = Memory::Form::element, .is_shared = 1, .name = "tiles", .index = 300};
  memory.extent = 256;
  memory.bytes = 4;
  memory.parts[0] = {"tileB", 44};
  memory.past = "tileA";
  found.access = {.by = {Agent::Kind::thread, Agent::In::block, {3}, {1, 2, 0, 2}},
                  .verb = Access::Verb::write,
                  .wait = Access::Wait::block,
                  .memory = memory,
                  .at = {"merge.cuh", 12},
                  .caller = {"sort.cuh", 7}};
  found.other = found.access;
  found.other.by = {Agent::Kind::thread, Agent::In::same_block, {5}, {}};
  found.other.verb = Access::Verb::read;
  found.other.wait = Access::Wait::warp;
  found.numbers = {2, 3, 1024, 1, 0};
  found.word = "cudaMemcpy";
  found.other_word = "a launch";
  return found;
}

std::string line_text(const Site& site) { return site.line == 12 ? "C[k] = A[i];" : "merge(A, B);"; }

TEST(Messages, are_read_as_a_list) {
  std::string all;
  for (std::size_t i = 1; i < kMessages; ++i) {
    const Finding found = sample(static_cast<Message>(i));
    const std::string text = text_of(found, line_text);
    EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << text;
    EXPECT_EQ(text.find("  "), std::string::npos) << text;
    all.append(name(found.rule)).append(": ").append(text).append("\n");
  }
  for (std::size_t i = 1; i < kAdvices; ++i) {
    const std::string text = advice_of(sample(Message::race, static_cast<Advice>(i)));
    EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << text;
    all += "  " + text + "\n";
  }
  expect_golden_file("finding/golden/messages.txt", all);
}

std::string memory_text(const Memory& memory) {
  Finding found(Message::no_memory_to_watch);
  found.access.memory = memory;
  const std::string text = text_of(found, {});
  return text.substr(text.find("watch ") + 6);
}

TEST(Messages, name_memory) {
  using Form = Memory::Form;
  EXPECT_EQ(memory_text({.form = Form::variable, .is_shared = 1, .name = "sum"}), "sum (shared)");
  EXPECT_EQ(memory_text({.form = Form::element, .name = "C", .index = -1}), "C[-1]");
  EXPECT_EQ(memory_text({.form = Form::byte, .name = "C", .index = 7}), "C, byte 7");
  EXPECT_EQ(memory_text({.form = Form::nameless, .is_shared = 1, .index = 12}), "shared memory, byte 12");
  EXPECT_EQ(memory_text({}), "memory");
  EXPECT_EQ(memory_text({.form = Form::variable, .allocation = 9}), "buffer 9");
  Memory parts{.form = Form::element, .is_shared = 1, .name = "tiles", .index = 256};
  parts.parts = {{{"tileB", 0}, {"tileC", 0}}};
  EXPECT_EQ(memory_text(parts), "tileB[0] and tileC[0] (shared, tiles[256])");
  parts.past = "tileA";
  EXPECT_EQ(memory_text(parts), "tileB[0] and tileC[0] (shared, tiles[256], past the end of tileA)");
}

TEST(Messages, name_threads_and_blocks_as_their_launch_has_them) {
  const auto who = [](const Agent& agent) {
    Finding found(Message::past_variable);
    found.access.by = agent;
    const std::string text = text_of(found, {});
    return text.substr(0, text.find(" goes"));
  };
  EXPECT_EQ(who({Agent::Kind::host}), "host code");
  EXPECT_EQ(who({Agent::Kind::thread, Agent::In::block, {3}, {7}}), "thread 3 of block 7");
  EXPECT_EQ(who({Agent::Kind::thread, Agent::In::block, {3, 1, 0, 2}, {7, 0, 2, 3}}),
            "thread (3,1) of block (7,0,2)");
  EXPECT_EQ(who({Agent::Kind::another_thread, Agent::In::another_block}), "another thread of another block");
  EXPECT_EQ(who({Agent::Kind::bulk_copy, Agent::In::kernel_before, {4}}),
            "a bulk copy of thread 4 of the kernel before");
  EXPECT_EQ(who({Agent::Kind::async_copy, Agent::In::same_block, {4}}),
            "an asynchronous copy of thread 4 of the same block");
}

TEST(Messages, count_in_the_singular_and_the_plural) {
  Finding found(Message::slow_launch);
  found.numbers = {1, 12'345, 1'000'000, 1};
  EXPECT_EQ(text_of(found, {}),
            "launched at an unknown line with 1 block of 12,345 threads for 1,000,000 outputs; 1 had ended "
            "when the limit was reached");
  found = Finding(Message::uninitialised_read);
  found.more_threads = 1;
  EXPECT_TRUE(text_of(found, {}).ends_with("; and 1 more thread"));
  found.more_threads = 1'234;
  EXPECT_TRUE(text_of(found, {}).ends_with("; and 1,234 more threads"));
}

TEST(Messages, of_a_returned_thread_follow_the_advice) {
  Finding found(Message::race, Advice::loop_ends);
  found.returned = {Agent::Kind::thread, Agent::In::none, {40}};
  const std::string returned =
      "thread 40 had returned before others came to a barrier: was it to load or to store something?";
  EXPECT_EQ(advice_of(found), "does each loop around this line end?\n" + returned);
  found.advice = Advice::none;
  EXPECT_EQ(advice_of(found), returned);
}

}  // namespace
}  // namespace mergelab::finding
