// Every sentence of a judge, and messages of several statements and findings.
#include "finding/explanation.hpp"

#include <gtest/gtest.h>

#include <string>

#include "finding/names.hpp"
#include "support/golden.hpp"

namespace mergelab::finding {
namespace {

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
