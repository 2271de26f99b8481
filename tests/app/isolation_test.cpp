// The level of isolation in reports, and as a grading's requirement.
#include <regex>

#include "command.hpp"
#include "sandbox/bubblewrap.hpp"
#include "sandbox/level.hpp"

namespace mergelab {
namespace {

class IsolationTest : public CommandTest {
 protected:
  [[nodiscard]] Ran grade(const std::string& most, std::vector<std::string> words = {}) const {
    words.insert(words.begin(), {"grade", "solutions", "--lab", "1", "--course", course_.string()});
    return mergelab(std::move(words), {{"MERGELAB_ISOLATION", most}});
  }
};
using IsolationTestSlow = IsolationTest;

TEST_F(IsolationTestSlow, is_the_best_that_the_machine_has) {
  const Ran ran = tiny({"grade", "solutions"});
  const std::string best = to_string(sandbox::isolation().level);
  EXPECT_EQ(report()["isolation"], best);
  EXPECT_EQ(report()["isolation_missing"].empty(), sandbox::isolation().missing.empty());
  // The line is broken where the sentence about the backend is a long one.
  expect_says({ran.code, std::regex_replace(ran.text, std::regex("\\s+"), " ")}, 0,
              "isolation " + best + ",");
  EXPECT_NE(report()["memory_control"], "");
}

TEST_F(IsolationTestSlow, gives_the_same_scores_at_every_level) {
  for (const sandbox::Level level : sandbox::all_levels()) {
    if (!sandbox::why_not(level).empty()) continue;
    const Ran ran = grade(to_string(level));
    EXPECT_EQ(ran.code, 0) << ran.text;
    EXPECT_EQ(report()["isolation"], to_string(level));
    EXPECT_EQ(report()["score"], report()["max_score"]) << to_string(level);
  }
}

TEST_F(IsolationTest, uses_the_bubblewrap_of_the_path_for_builds_and_workers) {
  const sandbox::Level best = sandbox::isolation().level;
  if (best.fence != sandbox::Fence::namespaces) GTEST_SKIP() << sandbox::isolation().missing.front();
  write(folder_ / "bin" / "bwrap", "#!/bin/sh\necho \"$*\" >>'" + (folder_ / "calls").string() + "'\nexec '" +
                                       sandbox::find_bubblewrap().value() + "' \"$@\"\n");
  fs::permissions(folder_ / "bin" / "bwrap", fs::perms::owner_all);
  const std::string path = (folder_ / "bin").string() + ":" + std::getenv("PATH");
  const Ran ran =
      mergelab({"grade", "solutions", "--lab", "1", "--course", course_.string()}, {{"PATH", path}});
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_EQ(report()["isolation"], to_string(best));
  const std::string calls = read(folder_ / "calls");
  EXPECT_NE(calls.find("/simt-cc "), std::string::npos);
  EXPECT_NE(calls.find("/mergelab-worker "), std::string::npos);
}

TEST_F(IsolationTest, says_why_it_is_not_better) {
  EXPECT_EQ(grade("process").code, 0);
  EXPECT_NE(report()["isolation_missing"].dump().find("MERGELAB_ISOLATION"), std::string::npos);
}

TEST_F(IsolationTest, refuses_to_grade_below_what_is_required) {
  const Ran ran = grade("process", {"--require-isolation", "user"});
  expect_says(ran, 3, "isolation 'user' is required, but this machine has 'process'");
  expect_says(ran, 3, "./lab doctor");
  EXPECT_FALSE(fs::exists(folder_ / "report.json"));
  expect_says(mergelab({"selfcheck", "--course", course_.string(), "--require-isolation", "namespaces"},
                       {{"MERGELAB_ISOLATION", "process"}}),
              3, "isolation 'namespaces' is required");
}

TEST_F(IsolationTest, grades_at_what_is_required) {
  EXPECT_EQ(grade("process", {"--require-isolation", "process"}).code, 0);
}

TEST_F(IsolationTest, knows_the_names_of_levels) {
  expect_says(grade("process", {"--require-isolation", "usr"}), 2, "usr");
  expect_says(grade("usr"), 3, "MERGELAB_ISOLATION=usr is not a level of isolation");
}

}  // namespace
}  // namespace mergelab
