// `regrade`: what is rescored and what runs again; nothing is written without confirmation.
#include <sys/file.h>

#include "batch_command.hpp"

namespace mergelab {
namespace {

using nlohmann::json;

class RegradeTest : public BatchTest {
 protected:
  void SetUp() override {
    BatchTest::SetUp();
    hand_in("ada", right_);
    hand_in("bob", wrong_);
    write(subs_ / "bad.zip", "PK\x03\x04 junk");
    write(folder_ / "roster.csv", "id,name\nada,Ada\nbob,=Bob\nbad,\nabsent,\n");
    expect_says(batch("--roster roster.csv"), 0, "2 graded");
  }
  [[nodiscard]] Ran regrade(const Words& more = {}) const {
    return mergelab(Words("regrade results") + more);
  }
  void set(const std::string& fields) const {
    write(course_ / "labs/settings.json",
          R"({"schema": "mergelab.settings/1", "name": "Test", )" + fields + "}");
  }
  /// All that anybody reads of the results.
  [[nodiscard]] std::string results() const {
    std::string all = grades() + mergelab("gradebook results --all").text;
    for (const char* file : {"ada.json", "ada.html", "bob.json", "bob.html"})
      all += read(folder_ / "results/reports" / file);
    return all;
  }
  void in_gradebook(const std::string& sql) const {
    batch::Database(fs::canonical(folder_ / "results/gradebook.sqlite"), false).run(sql);
  }
  /// How long each test of a report took, which no two runs have in common.
  [[nodiscard]] std::map<std::string, double> durations(const std::string& id) const {
    std::map<std::string, double> found;
    const json all = report("results/reports/" + id + ".json");
    for (const json& item : all.at("labs").at(0).at("items"))
      for (const json& test : item.at("tests")) found[test.at("name")] = test.at("duration_s");
    return found;
  }
};
using RegradeTestSlow = RegradeTest;

TEST_F(RegradeTest, without_a_change_nobody_moves) {
  const std::string before = results();
  const Ran ran = regrade();
  expect_says(ran, 0, "2 attempts: 2 unchanged, 0 changed");
  EXPECT_FALSE(contains(ran.text, "must run again"));
  EXPECT_EQ(results(), before);
  expect_says(regrade("--write"), 0, "2 unchanged");
  EXPECT_EQ(results(), before);
  EXPECT_EQ(count("gradings"), 2);
}

TEST_F(RegradeTestSlow, other_points_score_what_was_observed_and_say_first_who_moves) {
  const std::string before = results();
  const std::map<std::string, double> took = durations("bob");
  set(R"("labs": {"01_merge": {"items": {"plain": {"points": 1}, "stability": {"points": 2}}}})");
  const Ran first = regrade("--no-run");
  expect_says(first, 0, "bob, attempt 1: 3 -> 2 (01_merge 3 -> 2)\n",
              "2 attempts: 1 unchanged, 1 changed; 1 lower, 0 higher",
              "nothing was written; to write the grades: `./lab regrade results --write`");
  EXPECT_FALSE(contains(first.text, "must run again"));
  EXPECT_EQ(results(), before);
  expect_says(regrade("--no-run --write"), 0, "bob, attempt 1: 3 -> 2");
  EXPECT_EQ(row("bob").find("bob,'=Bob,graded,2,4,2,1,1,"), 0U) << row("bob");
  EXPECT_EQ(row("bad").find("bad,,unreadable,,,,,0,,,bad.zip,"), 0U) << row("bad");
  EXPECT_EQ(row("absent").find("absent,,not_submitted,"), 0U) << row("absent");
  EXPECT_EQ(durations("bob"), took);  // nothing ran
  EXPECT_EQ(report("results/reports/bob.json").at("score"), 2);
  // A batch has nothing left to do, and a separate one gives the same.
  const std::string after = grades();
  expect_says(batch("--roster roster.csv"), 0, "2 graded");
  EXPECT_EQ(grades(), after);
  EXPECT_EQ(count("gradings"), 4);
  expect_says(batch("--roster roster.csv --out fresh"), 0, "2 graded");
  EXPECT_EQ(read(folder_ / "fresh/grades.csv"), after);
  for (const char* id : {"ada", "bob"}) {
    const std::string name = std::string("reports/") + id + ".json";
    EXPECT_EQ(graded(fs::path("results") / name), graded(fs::path("fresh") / name));
  }
}

TEST_F(RegradeTestSlow, a_changed_case_runs_what_it_touches) {
  const std::map<std::string, double> took = durations("bob");
  replace(course_ / "datasets/catalog.json", R"("name": "b_empty", )", R"("name": "no_b", )");
  const std::string before = results();
  expect_says(regrade("--no-run"), 0,
              "2 of 2 submissions must run again, because their cases or the grader have changed");
  EXPECT_EQ(results(), before);
  expect_says(regrade(), 0, "2 unchanged, 0 changed");
  EXPECT_EQ(results(), before);
  // What was run for the first answer is there for the second.
  const Ran again = regrade("--no-run --write");
  expect_says(again, 0, "2 unchanged");
  EXPECT_FALSE(contains(again.text, "must run again"));
  const std::map<std::string, double> now = durations("bob");
  EXPECT_EQ(now.at("plain/small"), took.at("plain/small"));
  EXPECT_EQ(now.at("plain/larger"), took.at("plain/larger"));
  EXPECT_EQ(now.at("stability/all_equal"), took.at("stability/all_equal"));
  EXPECT_NE(now.at("edges/both_empty"), took.at("edges/both_empty"));
  EXPECT_TRUE(now.contains("edges/no_b"));
  EXPECT_FALSE(now.contains("edges/b_empty"));
}

TEST_F(RegradeTestSlow, a_mended_grader_moves_nobody_unasked) {
  // As if the grader had been wrong about ada: other programs graded her, and gave her a point too few.
  in_gradebook(
      "UPDATE gradings SET conditions = substr(conditions, 1, 16) || '-0000000000000000', observations = "
      "replace(observations, '\"inputs\":\"', '\"inputs\":\"0')");
  in_gradebook("UPDATE gradings SET score = 3 WHERE score = 4");
  in_gradebook("UPDATE labs SET score = 3 WHERE score = 4");
  const std::string before = results();
  expect_says(batch("--roster roster.csv"), 0, "2 were graded by another version of the grader");
  expect_says(regrade(), 0, "2 of 2 submissions must run again", "ada, attempt 1: 3 -> 4 (01_merge 3 -> 4)\n",
              "1 unchanged, 1 changed; 0 lower, 1 higher");
  EXPECT_FALSE(contains(mergelab("gradebook results").text, "ada,Ada,graded,4"));
  expect_says(regrade("--write"), 0, "ada, attempt 1: 3 -> 4");
  EXPECT_EQ(row("ada").find("ada,Ada,graded,4,4,4,"), 0U) << row("ada");
  EXPECT_FALSE(contains(batch("--roster roster.csv").text, "other programs"));
}

TEST_F(RegradeTestSlow, deadlines_count_anew) {
  write(folder_ / "roster.csv", "id,submitted\nada,2026-10-03T12:00Z\nbob,2026-10-01T12:00Z\n");
  expect_says(batch("--roster roster.csv"), 0, "2 graded");
  set(R"("zone": "UTC", "deadline": "2026-10-02T23:59", "late": {"percent_per_day": 50})");
  expect_says(regrade("--no-run"), 0, "ada, attempt 1: 4 -> 2 (01_merge 4 -> 2)\n", "1 unchanged, 1 changed");
  EXPECT_EQ(row("ada").find("ada,,graded,4,4,4,"), 0U) << row("ada");
  expect_says(regrade("--write"), 0, "ada");
  EXPECT_EQ(row("ada").find("ada,,graded,2,4,2,1,1,2026-10-03T12:00:00Z,2,ada,"), 0U) << row("ada");
  EXPECT_EQ(row("bob").find("bob,,graded,3,4,3,1,1,2026-10-01T12:00:00Z,0,bob,"), 0U) << row("bob");
}

TEST_F(RegradeTestSlow, insight_is_written_where_it_can_be) {
  expect_says(mergelab("insight results --html class.html --csv class.csv"), 0,
              "insight: class.html\ninsight: class.csv\n");
  const std::string table = read(folder_ / "class.csv"), page = read(folder_ / "class.html");
  EXPECT_TRUE(contains(table, "01_merge,,4,2,3.5,3.5,1,1,"));
  EXPECT_TRUE(contains(page, "4 students on the roster, 2 graded, 2 handed in nothing."));
  expect_says(mergelab("insight results"), 0, table);
  expect_says(mergelab("insight results --html nowhere/class.html"), 2, "nowhere");
  expect_says(mergelab("insight nowhere"), 2, "name the folder that you gave `batch`");
  in_gradebook("DELETE FROM labs");
  in_gradebook("DELETE FROM gradings");
  expect_says(mergelab("insight results"), 2, "has no gradings yet");
}

TEST_F(RegradeTestSlow, says_what_is_missing) {
  expect_says(regrade("--course nowhere"), 2, "nowhere");
  expect_says(mergelab("regrade nowhere"), 2, "name the folder that you gave `batch` as --out");
  in_gradebook("UPDATE now SET options = ''");
  expect_says(regrade(), 2, "run the same `batch` again");
  expect_says(batch("--roster roster.csv"), 0, "2 graded");
  expect_says(regrade(), 0, "2 unchanged");
  const base::Descriptor lock(::open((folder_ / "results/.lock").c_str(), O_RDWR));
  ASSERT_EQ(::flock(lock.get(), LOCK_EX | LOCK_NB), 0);
  expect_says(regrade(), 2, "another batch writes to ");
}

}  // namespace
}  // namespace mergelab
