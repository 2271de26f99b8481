// Reports in the formats of course systems, from the command line to the files.
#include "command.hpp"

namespace mergelab {
namespace {

using nlohmann::json;

class EmitTest : public CommandTest {
 protected:
  [[nodiscard]] Ran grade(const Words& more) const {
    return tiny(Words("grade submissions/wrong --lab 1 --quiet") + more);
  }
};
using EmitTestSlow = EmitTest;

TEST_F(EmitTestSlow, grade_writes_several_formats_and_emit_the_same) {
  expect_says(grade("--emit gradescope=results.json --emit junit=out.xml --emit csv=-"), 0,
              "submission,lab,status,score");
  EXPECT_EQ(json::parse(read(folder_ / "results.json")).at("score"), 3);
  EXPECT_EQ(mergelab("emit report.json gradescope=again.json junit=again.xml").code, 0);
  EXPECT_EQ(read(folder_ / "again.json"), read(folder_ / "results.json"));
  EXPECT_EQ(read(folder_ / "again.xml"), read(folder_ / "out.xml"));
}

TEST_F(EmitTestSlow, standard_output_has_the_format_alone) {
  const Ran ran = shell(
      "\"$MERGELAB\" grade submissions/wrong --lab 1 --course \"$COURSE\" --emit gradescope=- 2>/dev/null");
  EXPECT_TRUE(json::accept(ran.text)) << ran.text;
}

TEST_F(EmitTest, words_that_can_not_be_understood_cost_no_grading) {
  expect_says(grade("--emit junitt=x"), 2, "did you mean 'junit'?");
  expect_says(grade("--emit junit"), 2, "expected NAME=PATH");
  expect_says(grade("--emit junit="), 2, "expected NAME=PATH");
  expect_says(grade("--emit junit=no/such/folder.xml"), 2, "mkdir -p");
  expect_says(grade("--emit junit=x --emit csv=./x"), 2, "a separate file");
  expect_says(grade("--emit junit=report.json"), 2, "a separate file");
  expect_says(grade("--emit junit=x --case plain"), 2, "leave out");
  expect_says(grade("--emit classroom50=x"), 2, "CLASSROOM");
  EXPECT_FALSE(fs::exists(folder_ / "report.json"));
  EXPECT_FALSE(fs::exists(folder_ / "x"));
}

TEST_F(EmitTestSlow, what_is_no_report_is_refused_and_nothing_is_written) {
  ASSERT_EQ(grade({}).code, 0);
  const std::string good = read(folder_ / "report.json");
  write(folder_ / "old", "kept");
  const auto refused = [&](const std::string& text, const std::string& why) {
    write(folder_ / "bad.json", text);
    expect_says(mergelab("emit bad.json junit=old"), 2, why);
    EXPECT_EQ(read(folder_ / "old"), "kept");
  };
  refused("", "nothing was written");
  refused(good.substr(0, good.size() / 2), "is it truncated?");
  refused(std::string("\x7f"
                      "ELF\0\xff\x1b[2J",
                      10),
          "nothing was written");
  json other = json::parse(good);
  other["schema"] = "mergelab.report/2";
  refused(other.dump(), "this mergelab reads mergelab.report/1");
  other = json::parse(good);
  other["labs"][0]["score"] = 4;
  refused(other.dump(), "can't be true");
  expect_says(mergelab("emit nowhere.json junit=old"), 2, "No such file");
  expect_says(mergelab("emit report.json"), 2, "emit --formats");
  expect_says(mergelab("emit . junit=old"), 2, "Is a directory");
  expect_says(mergelab("emit --formats"), 0, "results/results.json");
}

TEST_F(EmitTestSlow, a_report_without_a_score_is_said_to_have_none) {
  ASSERT_EQ(grade({}).code, 0);
  json stopped = report();
  stopped["asked"].push_back("02_launch");
  stopped["complete"] = false;
  write(folder_ / "stopped.json", stopped.dump());
  expect_says(mergelab("emit stopped.json prairielearn=p.json"), 3, "has no score");
  EXPECT_EQ(json::parse(read(folder_ / "p.json")).at("gradable"), false);
}

}  // namespace
}  // namespace mergelab
