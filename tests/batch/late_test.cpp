// A batch's reports, and their deductions for late work.
#include "batch_command.hpp"

namespace mergelab {
namespace {

using nlohmann::json;

using BatchTestSlow = BatchTest;

TEST_F(BatchTest, a_page_is_beside_each_report) {
  hand_in("<b>ada", "#error <script>x</script>");
  expect_says(batch(), 0, "1 graded");
  const std::string page = read(folder_ / "results/reports/%3Cb%3Eada.html");
  EXPECT_NE(page.find("<h1>&#60;b&#62;ada</h1>"), std::string::npos) << page;
  EXPECT_NE(page.find("0 / 4 points"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("http://"), std::string::npos);
  EXPECT_EQ(page.find("https://"), std::string::npos);
  fs::remove(folder_ / "results/reports/%3Cb%3Eada.html");
  expect_says(batch(), 0, "1 graded");
  EXPECT_EQ(read(folder_ / "results/reports/%3Cb%3Eada.html"), page);
}

TEST_F(BatchTestSlow, late_work_loses_what_the_settings_say) {
  write(course_ / "labs/settings.json",
        R"({"schema": "mergelab.settings/1", "name": "Test", "zone": "America/New_York",
            "deadline": "2026-10-02T23:59", "late": {"percent_per_day": 25, "grace_minutes": 15, "days_taken": 2}})");
  for (const char* id : {"ada", "bob", "cleo", "dan", "eve"}) hand_in(id, right_);  // one grading
  const auto roster = [&](const std::string& bobs) {
    write(folder_ / "roster.csv",
          "id,Submission Time\nada,2026-10-02T23:59\nbob," + bobs +
              "\ncleo,2026-10-09 12:00:00 -0400\ndan,\neve,2026-10-03T04:13:00Z\nfred,2026-10-04T10:00\n");
  };
  roster("2026-10-03T01:00");
  expect_says(batch({"--roster", "roster.csv"}), 0, "5 graded, 1 not_submitted");
  EXPECT_EQ(count("gradings"), 1);
  EXPECT_EQ(row("ada").find("ada,,graded,4,4,4,1,1,2026-10-03T03:59:00Z,0,ada,"), 0U) << row("ada");
  EXPECT_EQ(row("bob").find("bob,,graded,3,4,3,1,1,2026-10-03T05:00:00Z,1,bob,"), 0U) << row("bob");
  EXPECT_EQ(row("cleo").find("cleo,,graded,0,4,0,1,1,2026-10-09T16:00:00Z,4,cleo,"), 0U) << row("cleo");
  EXPECT_EQ(row("dan").find("dan,,graded,4,4,4,1,1,2"), 0U) << row("dan");
  EXPECT_NE(row("dan").find(",,dan,reports/dan.json,\"no time of submission"), std::string::npos)
      << row("dan");
  EXPECT_EQ(row("eve").find("eve,,graded,4,4,4,1,1,2026-10-03T04:13:00Z,0,"), 0U) << row("eve");  // in grace
  const json bob = report("results/reports/bob.json");
  EXPECT_EQ(bob.at("score"), 3);
  EXPECT_EQ(bob.at("settings").at("submitted"), "2026-10-03 01:00 -04:00");
  EXPECT_NE(read(folder_ / "results/reports/bob.html").find("1 day late"), std::string::npos);
  const Ran late = mergelab({"gradebook", "results", "--late"});
  expect_says(late, 0, "\nbob,,graded,3,4,3,1,1,");
  expect_says(late, 0, "\ncleo,,graded,0,4,0,1,1,");
  for (const char* id : {"\nada", "\ndan", "\neve", "\nfred"})
    EXPECT_EQ(late.text.find(id), std::string::npos) << id << late.text;
  // The same as graded singly with that time.
  ASSERT_EQ(tiny({"grade", (subs_ / "bob").string(), "--lab", "1", "--backend", "cpu", "--submitted",
                  "2026-10-03T01:00", "--json", "bob.json"})
                .code,
            0);
  EXPECT_EQ(graded("results/reports/bob.json"), graded("bob.json"));
  // An extension, and files that count by the time they were written.
  roster("2026-10-02T20:00");
  expect_says(batch({"--roster", "roster.csv"}), 0, "5 graded");
  EXPECT_EQ(row("bob").find("bob,,graded,4,4,4,1,1,2026-10-03T00:00:00Z,0,bob,"), 0U) << row("bob");
  EXPECT_EQ(report("results/reports/bob.json").at("score"), 4);
  EXPECT_EQ(count("gradings"), 1);
  // The roster counts for those whose files are gone by now, too, and takes back what it said.
  roster("2026-10-04T12:00");
  expect_says(batch({"--roster", "roster.csv"}), 0, "5 graded");
  EXPECT_EQ(row("bob").find("bob,,graded,2,4,2,"), 0U) << row("bob");
  fs::rename(subs_ / "bob", folder_ / "bob");
  roster("2026-10-03T01:00:30");
  expect_says(batch({"--roster", "roster.csv"}), 0, "5 graded");
  EXPECT_EQ(row("bob").find("bob,,graded,3,4,3,1,1,2026-10-03T05:00:30Z,1,"), 0U) << row("bob");
  fs::rename(folder_ / "bob", subs_ / "bob");
  roster("");
  expect_says(batch({"--roster", "roster.csv"}), 0, "5 graded");
  EXPECT_EQ(row("bob").find("bob,,graded,4,4,4,"), 0U) << row("bob");
  EXPECT_NE(row("bob").find("no time of submission"), std::string::npos) << row("bob");
  roster("2026-10-02T20:00");
  hand_in("dan", right_ + " ");
  expect_says(batch({"--roster", "roster.csv", "--times", "files"}), 0, "5 graded");
  EXPECT_EQ(row("dan").find("not looked at"), std::string::npos) << row("dan");
  roster("yesterday");
  expect_says(batch({"--roster", "roster.csv"}), 2,
              "roster.csv: when bob handed in: \"yesterday\" is not a time");
  expect_says(batch({"--roster", "roster.csv", "--submitted-column", "time"}), 2, "no column 'time'");
}

}  // namespace
}  // namespace mergelab
