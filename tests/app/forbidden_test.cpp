// Submissions with forbidden code, from the command line to the report.
#include <fmt/format.h>

#include "command.hpp"

namespace mergelab {
namespace {

using nlohmann::json;

class ForbiddenTest : public CommandTest {
 protected:
  /// Grades the tiny course's solution of lab 1 with `line` as its fourth line, and returns the lab's result.
  [[nodiscard]] json grade_with(const std::string& line) {
    const fs::path file = folder_ / "mine" / "01_merge" / "merge.cuh";
    write(file, "#pragma once\n#include <mergelab/lab.cuh>\n\n" + line + "\n" +
                    read(course_ / "solutions" / "01_merge" / "merge.cuh"));
    const Ran ran = tiny("grade mine --lab 1");
    EXPECT_EQ(ran.code, 0) << ran.text;
    return report().at("labs").at(0);
  }
  void expect_refused(const std::string& line, const std::string& message) {
    const json lab = grade_with(line);
    EXPECT_EQ(lab.at("status"), "forbidden") << lab.dump(1);
    EXPECT_EQ(lab.at("score"), 0);
    EXPECT_EQ(lab.at("max_score"), 4);
    for (const json& item : lab.at("items")) EXPECT_EQ(item.at("status"), "forbidden") << item.dump(1);
    EXPECT_TRUE(contains(lab.dump(), message)) << lab.dump(1);
    EXPECT_FALSE(contains(lab.dump(), "mergelab-")) << lab.dump(1);
  }
};
using ForbiddenTestSlow = ForbiddenTest;

TEST_F(ForbiddenTest, nothing_is_lost_by_what_is_allowed) {
  EXPECT_EQ(grade_with("[[maybe_unused]] static const int kTile = 32;").at("score"), 4);
}

TEST_F(ForbiddenTest, inline_assembly_in_one_build_only) {
  expect_refused("inline void f() {\n#ifdef MERGELAB_VALUE_RECORD\nasm(\"ud2\");\n#endif\n}",
                 "merge.cuh:6: asm is not allowed here");
}

TEST_F(ForbiddenTest, is_said_once_to_the_student_who_tries_it) {
  write(folder_ / "mine" / "01_merge" / "merge.cuh",
        read(course_ / "solutions" / "01_merge" / "merge.cuh") + "asm(\"nop\");\n");
  const Ran ran = tiny("run 1 --dir mine");
  expect_says(ran, 0, "not allowed");
  const std::string message = ": asm is not allowed here: the checks do not see what inline assembly does";
  const std::size_t first = ran.text.find(message);
  EXPECT_NE(first, std::string::npos) << ran.text;
  EXPECT_EQ(ran.text.find(message, first + 1), std::string::npos) << ran.text;
}

TEST_F(ForbiddenTestSlow, an_earlier_file_is_replaced_by_the_reference) {
  write(folder_ / "mine" / "02_launch" / "launch.cuh",
        read(course_ / "solutions" / "02_launch" / "launch.cuh"));
  write(folder_ / "mine" / "01_merge" / "merge.cuh",
        read(course_ / "solutions" / "01_merge" / "merge.cuh") + "asm(\"nop\");\n");
  expect_says(tiny("grade mine"), 0, fmt::format("{} / {}", points() - points(1), points()));
  EXPECT_EQ(report().at("labs").at(0).at("status"), "forbidden");
  EXPECT_EQ(report().at("labs").at(1).at("score"), points(2));
}

TEST_F(ForbiddenTest, a_macro_that_turns_records_into_ints_is_an_error) {
  const json lab = grade_with("#define value_t int");
  EXPECT_EQ(lab.at("status"), "build_failed");
  EXPECT_TRUE(contains(lab.dump(), "merge.cuh defines value_t as a macro")) << lab.dump(1);
}

}  // namespace
}  // namespace mergelab
