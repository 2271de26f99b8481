// Answers for points in a lab's file.
#include "submission/answers.hpp"

#include <gtest/gtest.h>

namespace mergelab {
namespace {

using submission::StudentAnswers;

/// An item of kind answers.
Item quiz(std::string_view family = kPredictFamily) {
  Item item;
  item.kind = ItemKind::answers;
  item.family = family;
  return item;
}

TEST(StudentAnswers, are_read_as_they_were_written) {
  for (const std::string student :
       {"ada", "a", "Ada Lovelace", "12345", "a: b", "björk@hí.is", "x by y: z:", "-a"}) {
    const StudentAnswers kept{student, "0123abcd", {"1", "b", "-", "3,4"}};
    for (const std::string file : {"", "int x;", "int x;\n", "a\r\nb\r\n", "\n\n", "\xff\xfe"}) {
      const std::string text = submission::with_answers(file, quiz(), kept);
      EXPECT_EQ(text.rfind(file, 0), 0U) << "what was there stays";
      const auto read = submission::answers_in(text, quiz());
      ASSERT_TRUE(read) << text;
      EXPECT_EQ(read->student, student);
      EXPECT_EQ(read->asked, kept.asked);
      EXPECT_EQ(read->answers, kept.answers);
      EXPECT_FALSE(submission::answers_in(text, quiz(kDetectiveFamily))) << "of another kind";
      EXPECT_EQ(submission::with_answers(text, quiz(), kept), text) << "kept once";
      const std::string both =
          submission::with_answers(text, quiz(kDetectiveFamily), {"bob", "99999999", {"7"}});
      EXPECT_EQ(submission::answers_in(both, quiz())->student, student);
      EXPECT_EQ(submission::answers_in(both, quiz(kDetectiveFamily))->answers, std::vector<std::string>{"7"});
    }
  }
}

TEST(StudentAnswers, outlive_an_editor_s_formatting) {
  const std::string text = submission::with_answers(
      "int x;\n", quiz(), {"ada", "0123abcd", {"1,2,3,4,5,6,7,8", "b", "-", "10,20,30,40"}});
  std::string dos = text;
  for (std::size_t at = 0; (at = dos.find('\n', at)) != std::string::npos; at += 2) dos.insert(at, "\r");
  const std::string open = text.substr(0, text.size() - 1), more = text + "// the end\n",
                    blanks = text.substr(0, text.size() - 1) + "  \n";
  for (const std::string& file : {dos, open, more, blanks}) {
    const auto read = submission::answers_in(file, quiz());
    ASSERT_TRUE(read) << file;
    EXPECT_EQ(read->answers, (std::vector<std::string>{"1,2,3,4,5,6,7,8", "b", "-", "10,20,30,40"})) << file;
  }
}

TEST(StudentAnswers, take_nothing_away_that_is_not_theirs) {
  const StudentAnswers kept{"ada", "0123abcd", {"1"}};
  const std::string head = "// answers to predict 0123abcd by ada:\n", mine = head + "//   1\n";
  EXPECT_EQ(submission::with_answers("a\n" + head + "int x;\n", quiz(), kept), "a\nint x;\n" + mine);
  EXPECT_EQ(submission::with_answers("a\n" + mine + "// b\n" + mine, quiz(), kept), "a\n// b\n" + mine);
  EXPECT_EQ(submission::with_answers("a\n" + head, quiz(), kept), "a\n" + mine);
  const std::string other = "// answers to detective 01234567 by ada:\n//   7\n";
  EXPECT_EQ(submission::with_answers(head + other, quiz(), kept), other + mine);
}

}  // namespace
}  // namespace mergelab
