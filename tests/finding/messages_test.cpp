// Every text that a finding can have, and that each of its placeholders is one.
#include "finding/messages.hpp"
#include "finding/explanation.hpp"
#include "finding/names.hpp"
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
    EXPECT_FALSE(contains(text, "  "));
    all.append(name(found.rule)).append(": ").append(text).append("\n");
  }
  for (std::size_t i = 1; i < kAdvices; ++i) {
    const std::string text = advice_of(sample(Message::race, static_cast<Advice>(i)));
    EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << text;
    all += "  " + text + "\n";
  }
  expect_golden_file("finding/golden/messages.txt", all);
}

std::string line(const Finding& found) { return text_of(found, {}) + "\n"; }

/// In a message that names nothing else.
std::string line(const Memory& memory) {
  Finding found(Message::no_memory_to_watch);
  found.access.memory = memory;
  return line(found);
}
std::string line(const Agent& agent) {
  Finding found(Message::past_variable);
  found.access.by = agent;
  return line(found);
}

TEST(Messages, name_memory) {
  using Form = Memory::Form;
  Memory parts{.form = Form::element, .is_shared = 1, .name = "tiles", .index = 256};
  parts.parts = {{{"tileB", 0}, {"tileC", 0}}};
  Memory past = parts;
  past.past = "tileA";
  expect_golden_file("finding/golden/memory.txt",
                     line(Memory{.form = Form::variable, .is_shared = 1, .name = "sum"}) +
                         line(Memory{.form = Form::element, .name = "C", .index = -1}) +
                         line(Memory{.form = Form::byte, .name = "C", .index = 7}) +
                         line(Memory{.form = Form::nameless, .is_shared = 1, .index = 12}) + line(Memory{}) +
                         line(Memory{.form = Form::variable, .allocation = 9}) + line(parts) + line(past));
}

TEST(Messages, name_threads_and_blocks_as_their_launch_has_them) {
  using Kind = Agent::Kind;
  using In = Agent::In;
  expect_golden_file("finding/golden/agents.txt",
                     line(Agent{Kind::host}) + line(Agent{Kind::thread, In::block, {3}, {7}}) +
                         line(Agent{Kind::thread, In::block, {3, 1, 0, 2}, {7, 0, 2, 3}}) +
                         line(Agent{Kind::another_thread, In::another_block}) +
                         line(Agent{Kind::bulk_copy, In::kernel_before, {4}}) +
                         line(Agent{Kind::async_copy, In::same_block, {4}}));
}

TEST(Messages, count_in_the_singular_and_the_plural) {
  Finding launch(Message::slow_launch), one(Message::uninitialised_read), many = one;
  launch.numbers = {1, 12'345, 1'000'000, 1};
  one.more_threads = 1;
  many.more_threads = 1'234;
  expect_golden_file("finding/golden/counts.txt", line(launch) + line(one) + line(many));
}

TEST(Messages, of_a_returned_thread_follow_the_advice) {
  Finding found(Message::race, Advice::loop_ends);
  const std::string advice = advice_of(found);
  found.returned = {Agent::Kind::thread, Agent::In::none, {40}};
  Finding alone = found;
  alone.advice = Advice::none;
  EXPECT_TRUE(contains(advice_of(alone), "40"));
  EXPECT_EQ(advice_of(found), advice + "\n" + advice_of(alone));
}

// Every sentence of a judge, and messages of several statements and findings.

constexpr std::size_t kSentences = std::size(kSentenceNames);

/// Arguments as a sentence's text asks for them: figures where it has a format, else counts.
Statement sample(Sentence which) {
  constexpr std::int64_t kCounts[] = {3, 1024, 5, 7, 9};
  const std::string plain = text_of(Statement(which));  // shows its placeholders
  Statement statement(which);
  for (std::size_t i = 0; i < std::size(kCounts); ++i) {
    const bool is_figure = plain.find("{" + std::to_string(i) + ":") != std::string::npos;
    statement.arguments.emplace_back(is_figure ? Argument(1.5 * static_cast<double>(kCounts[i]))
                                               : Argument(kCounts[i]));
  }
  return statement;
}

TEST(Sentences, are_read_as_a_list) {
  std::string all;
  for (std::size_t i = 2; i < kSentences; ++i) {
    const std::string text = text_of(sample(static_cast<Sentence>(i)));
    EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << text;
    all.append(kSentenceNames[i]).append(": ").append(text).append("\n");
  }
  expect_golden_file("finding/golden/sentences.txt", all);
}

TEST(Sentences, count_with_their_noun) {
  EXPECT_EQ(say(Sentence::wrong_grid, 1, 2, 100, 64).substr(0, 16), "launched 1 block");
  EXPECT_EQ(say(Sentence::wrong_grid, 2, 1, 10, 64).substr(0, 17), "launched 2 blocks");
  EXPECT_EQ(say(Sentence::still_running, 1.25), say(Sentence::still_running, 1.25F));
}

Finding race_at(const char* file, Advice advice) {
  Finding found(Message::race, advice);
  found.access.at = {file, 1};
  return found;
}

std::string file_of(const Finding& found) { return found.access.at.file.string(); }

TEST(Explanations, are_told_in_order) {
  const Explanation first = race_at("first.cuh", Advice::none);
  const Explanation second = race_at("second.cuh", Advice::barrier_between);
  const Explanation both = first + Statement(Sentence::after_that) + second;
  EXPECT_EQ(text_of(both, file_of), "first.cuh" + say(Sentence::after_that) + "second.cuh");
  ASSERT_EQ(both.findings().size(), 2U);
  EXPECT_EQ(file_of(both.findings().back()), "second.cuh");
  EXPECT_EQ(text_of(both + both, file_of), text_of(both, file_of) + text_of(both, file_of));
}

TEST(Explanations, have_the_first_advice_of_what_they_tell) {
  const Finding silent = race_at("a.cuh", Advice::none), talks = race_at("b.cuh", Advice::barrier_between);
  EXPECT_EQ(advice_of(silent + Explanation(talks)), advice_of(talks));
  EXPECT_EQ(advice_of(Explanation({Statement(Sentence::nowhere)}, {talks})), "");
}

TEST(Explanations, survive_references_to_nothing) {
  const std::vector<Statement> statements{Statement(Sentence::finding, 7), Statement(Sentence::finding, -7),
                                          Statement(Sentence::finding), Statement(Sentence::finding, "0")};
  const Explanation lost(statements, {race_at("a.cuh", Advice::none)});
  EXPECT_EQ(text_of(lost, file_of), "");
  EXPECT_EQ(text_of(Explanation() + lost + lost, file_of), "");
  EXPECT_EQ(say(Sentence::in_tile), ", tile {0} of its section");
}

}  // namespace
}  // namespace mergelab::finding
