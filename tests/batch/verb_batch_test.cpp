// `batch` and `gradebook` as an instructor uses them, on the tiny course.
#include <sys/file.h>

#include "archives.hpp"
#include "batch_command.hpp"

namespace mergelab {
namespace {

using BatchTestSlow = BatchTest;

TEST_F(BatchTestSlow, gives_the_same_as_grading_singly) {
  hand_in("ada", right_);
  hand_in("bob", wrong_);
  pack(subs_ / "cleo.zip", {{"cleo/01_merge/merge.cuh", wrong_ + "\n"}});
  pack(subs_ / "dan.tar.gz", {{"labs/01_merge/merge.cuh", right_ + "\n"}, {"README.md", "x"}});
  hand_in("eve", "this does not compile");
  expect_says(batch("--jobs 2"), 0, "5 rows: 5 graded");
  fs::create_directories(folder_ / "single/cleo");
  hand_in("../single/cleo", wrong_ + "\n");
  hand_in("../single/dan", right_ + "\n");
  for (const std::string id : {"ada", "bob", "cleo", "dan", "eve"}) {
    const fs::path own = id == "cleo" || id == "dan" ? folder_ / "single" / id : subs_ / id;
    ASSERT_EQ(tiny({"grade", own.string(), "--lab", "1", "--backend", "cpu", "--json", id + ".json"}).code,
              0);
    EXPECT_EQ(graded("results/reports/" + id + ".json"), graded(id + ".json")) << id;
    EXPECT_EQ(report("results/reports/" + id + ".json").at("submission"), id);
    EXPECT_EQ(report("results/reports/" + id + ".json").at("complete"), true);
  }
  EXPECT_EQ(row("ada").find("ada,,graded,4,4,4,1,1,2"), 0U) << row("ada");
  EXPECT_EQ(row("bob").find("bob,,graded,3,4,3,1,1,2"), 0U) << row("bob");
  EXPECT_EQ(row("eve").find("eve,,graded,0,4,0,1,1,2"), 0U) << row("eve");
}

TEST_F(BatchTestSlow, has_a_row_for_everybody_and_one_bad_submission_stops_nobody) {
  hand_in("ada", right_);
  write(subs_ / "bad.zip", "PK\x03\x04 junk");
  pack(subs_ / "out.zip", {{"../../merge.cuh", "evil"}});
  pack(subs_ / "link.zip", {{"01_merge/merge.cuh", "", "/etc/passwd"}});
  write(subs_ / "empty" / "notes.txt", "nothing here");
  hand_in("two", right_);
  pack(subs_ / "two.zip", {{"01_merge/merge.cuh", right_}});
  hand_in("stranger\n=1+1", right_);
  fs::create_symlink(course_ / "solutions", subs_ / "lnk");
  write(folder_ / "roster.csv",
        "\xef\xbb\xbfid;name\r\nada;Ada\r\nbad;B\r\nout;O\r\nlink;L\r\nempty;E\r\ntwo;T\r\nlnk;K\r\n"
        "absent;\"=cmd|' /C calc'!A0\"\r\n../../x;X\r\n");
  expect_says(batch("--roster roster.csv"), 0,
              "10 rows: 1 graded, 2 not_submitted, 2 no_lab_file, 3 unreadable, 1 ambiguous, 1 unknown");
  EXPECT_EQ(row("ada").find("ada,Ada,graded,4,4,"), 0U) << row("ada");
  EXPECT_TRUE(contains(row("bad"), "unreadable,,,,,0,,,bad.zip,,\"bad.zip is "));
  EXPECT_TRUE(
      contains(row("out"), "unreadable", "leads out of it; a file from `./lab pack` is always accepted"));
  EXPECT_TRUE(contains(row("link"), "no_lab_file", "links are left out: '01_merge/merge.cuh'"));
  EXPECT_TRUE(contains(row("empty"), "no_lab_file,,,,,0,,,empty,,\"empty contains no lab file"));
  EXPECT_TRUE(contains(row("two"), "ambiguous,,,,,0,,,\"two two.zip\",,"));
  EXPECT_TRUE(contains(row("lnk"), "unreadable,,,,,0,,,lnk,,\"lnk is a symbolic link"));
  EXPECT_EQ(row("absent"), "absent,\"'=cmd|' /C calc'!A0\",not_submitted,,,,,0,,,,,");
  EXPECT_EQ(row("../../x"), "../../x,X,not_submitted,,,,,0,,,,,");
  EXPECT_TRUE(contains(row("stranger\\x0a=1+1"), "unknown")) << grades();
  EXPECT_FALSE(fs::exists(folder_ / "merge.cuh"));
  EXPECT_FALSE(fs::exists(folder_ / "results/.work"));
}

TEST_F(BatchTestSlow, tells_what_to_do_with_other_archives_loose_files_and_odd_names) {
  write(subs_ / "carl.7z", "7z");
  write(subs_ / "merge.cuh", right_);
  write(subs_ / "dan/01_merge/merge (1).cuh", right_);
  write(subs_ / "eve/code.rar", "Rar!");
  write(subs_ / "fred/01_merge/merg.cuh", right_);
  pack(subs_ / "gil.zip", {{"Merge.cuh.txt", right_}});
  write(subs_ / "hal/01_merge/merge.cuh", std::string("\xff\xfe#\0p\0", 6));
  expect_says(batch(), 0, "3 graded");
  const auto says = [&](const char* id, const std::string& part) {
    EXPECT_TRUE(contains(row(id), part)) << part << "\nin: ";
  };
  const std::string remedy = "hand in a folder, a zip or a tar file";
  says("carl", "unreadable");
  says("carl", "carl.7z is a 7z archive, which is not supported; " + remedy);
  says("merge", "unknown");
  says(
      "merge",
      "merge.cuh is not a folder, zip or tar file, and belongs to no student; put files into a folder named");
  says("dan", "dan,,graded,4,4,");
  says("dan", "'merge (1).cuh' is used as merge.cuh");
  says("eve", "code.rar is an archive, which is not unpacked; " + remedy);
  says("fred", "'merg.cuh': if that is it, rename it to merge.cuh");
  says("gil", "gil,,graded,4,4,");
  EXPECT_TRUE(
      contains(read(folder_ / "results/reports/hal.json"), "merge.cuh is UTF-16 text: save it as UTF-8"));
  write(folder_ / "roster.csv", "id\ndan\n");
  fs::rename(subs_ / "gil.zip", subs_ / "dan\u00a0.zip");
  expect_says(batch("--roster roster.csv"), 0, "1 graded");
  says("dan\u00a0",
       "no student on the roster has this id: there is a no-break space (U+00A0) in it; rename it");
  says("carl",
       "no student on the roster has this id; rename it, or add the id to the roster; carl.7z is a 7z "
       "archive");
}

TEST_F(BatchTestSlow, writes_tables_for_spreadsheets_with_decimal_commas) {
  hand_in("ada", "#error x");
  write(
      course_ / "labs/settings.json",
      R"({"schema": "mergelab.settings/1", "labs": {"01_merge": {"points": 4.5}}, "table": {"decimal": "comma"}})");
  expect_says(batch(), 0, "1 graded");
  const std::string begin = "id;name;status;score;max_score;01_merge;attempt;";
  EXPECT_EQ(grades().find(begin), 0U) << grades();
  EXPECT_TRUE(contains(grades(), "\nada;;graded;0;4,5;0;1;1;"));
  expect_says(mergelab("gradebook results"), 0, "ada;;graded;0;4,5;");
  expect_says(mergelab("gradebook results --separator tab"), 0, "ada\t\tgraded\t0\t4.5\t");
  const std::string before = grades();
  EXPECT_EQ(mergelab("regrade results --write").code, 0);
  EXPECT_EQ(grades(), before);
  expect_says(batch("--separator comma"), 0, "1 graded");
  EXPECT_TRUE(contains(grades(), "\nada,,graded,0,4.5,"));
  expect_says(batch("--separator comma --decimal comma"), 2, "a decimal comma needs another separator");
  write(course_ / "labs/settings.json",
        R"({"schema": "mergelab.settings/1", "table": {"decimal": "comma", "separator": "comma"}})");
  expect_says(batch(), 2, "/table");
}

TEST_F(BatchTestSlow, names_the_rosters_column_that_submissions_are_called_by) {
  hand_in("ada", right_);
  write(folder_ / "roster.csv", "Student ID,Login name,name\n1234,ada,Ada\n");
  expect_says(batch("--roster roster.csv"), 0, "ada: unknown",
              "more submissions match the roster's column 'Login name': --id-column 'Login name'");
  const Ran right = batch({"--roster", "roster.csv", "--id-column", "Login name"});
  expect_says(right, 0, "1 row: 1 graded\n");
  EXPECT_FALSE(contains(right.text, "--id-column"));
}

TEST_F(BatchTestSlow, an_id_with_signs_gets_a_report_in_its_folder) {
  pack(subs_ / "it's \"q\"%2F...zip", {{"01_merge/merge.cuh", right_}});
  write(folder_ / "roster.csv", "id\n\"it's \"\"q\"\"%2F..\"\n");
  expect_says(batch("--roster roster.csv"), 0, "1 row: 1 graded");
  EXPECT_TRUE(fs::exists(folder_ / "results/reports/it%27s%20%22q%22%252F...json"));
  EXPECT_TRUE(contains(grades(), "\"it's \"\"q\"\"%2F..\",,graded,4,4,4,1,1,"));
}

TEST_F(BatchTestSlow, grades_identical_submissions_once) {
  hand_in("ada", right_);
  hand_in("bob", right_);
  pack(subs_ / "cleo.zip", {{"top/01_merge/merge.cuh", right_}});
  hand_in("dan", right_ + " ");
  expect_says(batch(), 0, "4 graded");
  EXPECT_EQ(count("gradings"), 2);
  EXPECT_EQ(count("attempts"), 4);
  EXPECT_EQ(report("results/reports/bob.json").at("submission"), "bob");
  EXPECT_EQ(graded("results/reports/bob.json"), graded("results/reports/ada.json"));
}

TEST_F(BatchTestSlow, a_finished_batch_grades_nothing_again_and_writes_the_same_table) {
  hand_in("ada", right_);
  pack(subs_ / "bob.zip", {{"01_merge/merge.cuh", wrong_}});
  expect_says(batch(), 0, "2 graded");
  const std::string first = grades(), report_before = read(folder_ / "results/reports/bob.json");
  fs::remove(folder_ / "results/reports/ada.json");
  EXPECT_FALSE(contains(batch("--jobs 1").text, "about"));
  EXPECT_EQ(grades(), first);
  EXPECT_EQ(read(folder_ / "results/reports/bob.json"), report_before);
  EXPECT_TRUE(fs::exists(folder_ / "results/reports/ada.json"));  // written anew from the gradebook
  EXPECT_EQ(count("gradings"), 2);
  EXPECT_EQ(batch("--seed 7").code, 0);
  EXPECT_EQ(count("gradings"), 4);
}

TEST_F(BatchTestSlow, another_secret_grades_anew) {
  hand_in("ada", right_);
  write(folder_ / "secret", "one");
  expect_says(batch("--secret-file secret"), 0, "1 graded");
  EXPECT_EQ(report("results/reports/ada.json").at("secret"), true);
  write(folder_ / "secret", "two");
  expect_says(batch("--secret-file secret"), 0, "1 graded");
  EXPECT_EQ(count("gradings"), 2);
}

TEST_F(BatchTestSlow, keeps_every_attempt_and_answers_best_and_last) {
  hand_in("ada", wrong_);
  write(folder_ / "roster.csv", "id,name\nada,=Ada\nbob,Bob\n");
  const Words words{"--roster", "roster.csv"};
  expect_says(batch(words), 0, "1 graded, 1 not_submitted");
  hand_in("ada", right_);
  expect_says(batch(words), 0, "1 graded");
  hand_in("ada", "broken");
  expect_says(batch(words), 0, "1 graded");
  EXPECT_EQ(row("ada").find("ada,'=Ada,graded,0,4,0,3,3,"), 0U) << row("ada");
  expect_says(mergelab("gradebook results --best"), 0, "\nada,'=Ada,graded,4,4,4,2,3,");
  expect_says(mergelab("gradebook results"), 0, "\nada,'=Ada,graded,0,4,0,3,3,");
  const Ran all = mergelab("gradebook results --all");
  expect_says(all, 0, "\nada,'=Ada,graded,3,4,3,1,3,", "\nbob,Bob,not_submitted,,,,,0,,,,,");
  EXPECT_FALSE(contains(mergelab("gradebook results --student bob").text, "\nada"));
  expect_says(mergelab("gradebook results --student zed"), 2,
              "no student of the last batch has the id 'zed'");
  expect_says(mergelab("gradebook results --best --all"), 2, "give only one of them");
  expect_says(mergelab("gradebook nowhere"), 2, "name the folder that you gave `batch`");
  fs::remove_all(subs_ / "ada");
  expect_says(batch(words), 0, "1 graded");
  EXPECT_TRUE(contains(row("ada"), "handed in earlier"));
}

TEST_F(BatchTestSlow, a_second_batch_on_one_folder_is_refused) {
  hand_in("ada", right_);
  expect_says(batch(), 0, "1 graded");
  const std::string before = grades();
  const base::Descriptor lock(::open((folder_ / "results/.lock").c_str(), O_RDWR));
  ASSERT_EQ(::flock(lock.get(), LOCK_EX | LOCK_NB), 0);
  hand_in("bob", right_);
  expect_says(batch(), 2, "another batch writes to ");
  expect_says(batch(), 2, "wait until it ends, or give another --out");
  EXPECT_EQ(grades(), before);
}

TEST_F(BatchTest, refuses_places_that_were_not_meant) {
  hand_in("ada", right_);
  expect_says(batch("--out subs/results"), 2, "is inside the submissions");
  expect_says(batch("--out ."), 2, "contains other files but no gradebook");
  write(folder_ / "file", "x");
  expect_says(batch("--out file"), 2, "is not a folder");
  EXPECT_EQ(read(folder_ / "file"), "x");
  expect_says(tiny("batch nowhere"), 2, "expected a folder with one folder or archive per student");
  fs::create_directory(folder_ / "none");
  expect_says(tiny("batch none"), 2, "contains no submission");
  expect_says(batch("--roster nowhere.csv"), 2, "nowhere.csv: No such file");
  EXPECT_FALSE(fs::exists(folder_ / "results"));
}

TEST_F(BatchTestSlow, a_bomb_and_names_with_line_breaks_stop_nobody) {
  hand_in("ada", right_);
  ASSERT_EQ(shell("mkdir -p bomb/01_merge && truncate -s 600M bomb/01_merge/merge.cuh && tar cf - -C bomb "
                  "01_merge | gzip -1 >subs/bob.tar.gz && rm -r bomb")
                .code,
            0);
  pack(subs_ / "cai.zip", {{"a\nb/01_merge/merge.cuh", right_ + " "}});
  expect_says(batch(), 0, "3 rows: 2 graded, 1 unreadable");
  EXPECT_TRUE(
      contains(row("bob"), "bob,,unreadable,,,,,0,,,bob.tar.gz,,\"bob.tar.gz contains more than 512 MiB; "));
  EXPECT_EQ(row("cai").find("cai,,graded,4,4,4,1,1,"), 0U) << row("cai");
  EXPECT_FALSE(fs::exists(folder_ / "results/.work"));
}

TEST_F(BatchTest, a_damaged_gradebook_is_kept_and_told) {
  hand_in("ada", right_);
  const std::string junk = "junk " + std::string(5000, 'x');
  write(folder_ / "results/gradebook.sqlite", junk);
  expect_says(batch(), 3, "it is damaged or not a gradebook; move it away");
  EXPECT_EQ(read(folder_ / "results/gradebook.sqlite"), junk);
}

TEST_F(BatchTestSlow, a_full_disk_stops_it_and_loses_nothing) {
  if (shell("unshare -m true").code != 0 && shell("unshare -rm true").code != 0)
    GTEST_SKIP() << "no separate disk can be created here";
  const std::string own = shell("unshare -m true").code == 0 ? "unshare -m" : "unshare -rm";
  hand_in("ada", right_);
  hand_in("zoe", wrong_);
  write(
      folder_ / "full.sh",
      "set -u; mkdir disk; mount -t tmpfs -o size=8m none disk; mkdir later; mv subs/zoe later/\n"
      "batch() { \"$MERGELAB\" batch subs --lab 1 --backend cpu --course \"$COURSE\" --out disk/results; }\n"
      "batch; echo first $?; mv later/zoe subs/\n"
      "cat /dev/zero >disk/filler 2>/dev/null\n"
      "batch; echo second $?; \"$MERGELAB\" gradebook disk/results\n"
      "rm disk/filler; batch; echo third $?; \"$MERGELAB\" gradebook disk/results\n");
  const Ran ran = shell(own + " sh full.sh");
  expect_says(ran, 0, "first 0");
  const bool told =
      ran.text.find("second 3") != std::string::npos || ran.text.find("second 2") != std::string::npos;
  EXPECT_TRUE(told) << ran.text;
  expect_says(ran, 0, "free some space");
  const std::string last = ran.text.substr(ran.text.find("second "));
  EXPECT_TRUE(contains(last, "ada,,graded,4,4,4,1,1"));
  expect_says(ran, 0, "third 0");
  EXPECT_NE(last.find("zoe,,graded,3,4,3,1,1", last.find("third 0")), std::string::npos) << last;
}

// A batch's reports, and their deductions for late work.

using nlohmann::json;

TEST_F(BatchTest, a_page_is_beside_each_report) {
  hand_in("<b>ada", "#error <script>x</script>");
  expect_says(batch(), 0, "1 graded");
  const std::string page = read(folder_ / "results/reports/%3Cb%3Eada.html");
  EXPECT_TRUE(contains(page, "<h1>&#60;b&#62;ada</h1>", "0 / 4 points"));
  EXPECT_FALSE(contains(page, "<script"));
  EXPECT_FALSE(contains(page, "http://"));
  EXPECT_FALSE(contains(page, "https://"));
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
  expect_says(batch("--roster roster.csv"), 0, "5 graded, 1 not_submitted");
  EXPECT_EQ(count("gradings"), 1);
  EXPECT_EQ(row("ada").find("ada,,graded,4,4,4,1,1,2026-10-03T03:59:00Z,0,ada,"), 0U) << row("ada");
  EXPECT_EQ(row("bob").find("bob,,graded,3,4,3,1,1,2026-10-03T05:00:00Z,1,bob,"), 0U) << row("bob");
  EXPECT_EQ(row("cleo").find("cleo,,graded,0,4,0,1,1,2026-10-09T16:00:00Z,4,cleo,"), 0U) << row("cleo");
  EXPECT_EQ(row("dan").find("dan,,graded,4,4,4,1,1,2"), 0U) << row("dan");
  EXPECT_TRUE(contains(row("dan"), ",,dan,reports/dan.json,\"no time of submission"));
  EXPECT_EQ(row("eve").find("eve,,graded,4,4,4,1,1,2026-10-03T04:13:00Z,0,"), 0U) << row("eve");  // in grace
  const json bob = report("results/reports/bob.json");
  EXPECT_EQ(bob.at("score"), 3);
  EXPECT_EQ(bob.at("settings").at("submitted"), "2026-10-03 01:00 -04:00");
  EXPECT_TRUE(contains(read(folder_ / "results/reports/bob.html"), "1 day late"));
  const Ran late = mergelab("gradebook results --late");
  expect_says(late, 0, "\nbob,,graded,3,4,3,1,1,", "\ncleo,,graded,0,4,0,1,1,");
  for (const char* id : {"\nada", "\ndan", "\neve", "\nfred"}) EXPECT_FALSE(contains(late.text, id)) << id;
  // The same as graded singly with that time.
  ASSERT_EQ(tiny({"grade", (subs_ / "bob").string(), "--lab", "1", "--backend", "cpu", "--submitted",
                  "2026-10-03T01:00", "--json", "bob.json"})
                .code,
            0);
  EXPECT_EQ(graded("results/reports/bob.json"), graded("bob.json"));
  // An extension, and files that count by the time they were written.
  roster("2026-10-02T20:00");
  expect_says(batch("--roster roster.csv"), 0, "5 graded");
  EXPECT_EQ(row("bob").find("bob,,graded,4,4,4,1,1,2026-10-03T00:00:00Z,0,bob,"), 0U) << row("bob");
  EXPECT_EQ(report("results/reports/bob.json").at("score"), 4);
  EXPECT_EQ(count("gradings"), 1);
  // The roster counts for those whose files are gone by now, too, and takes back what it said.
  roster("2026-10-04T12:00");
  expect_says(batch("--roster roster.csv"), 0, "5 graded");
  EXPECT_EQ(row("bob").find("bob,,graded,2,4,2,"), 0U) << row("bob");
  fs::rename(subs_ / "bob", folder_ / "bob");
  roster("2026-10-03T01:00:30");
  expect_says(batch("--roster roster.csv"), 0, "5 graded");
  EXPECT_EQ(row("bob").find("bob,,graded,3,4,3,1,1,2026-10-03T05:00:30Z,1,"), 0U) << row("bob");
  fs::rename(folder_ / "bob", subs_ / "bob");
  roster("");
  expect_says(batch("--roster roster.csv"), 0, "5 graded");
  EXPECT_EQ(row("bob").find("bob,,graded,4,4,4,"), 0U) << row("bob");
  EXPECT_TRUE(contains(row("bob"), "no time of submission"));
  roster("2026-10-02T20:00");
  hand_in("dan", right_ + " ");
  expect_says(batch("--roster roster.csv --times files"), 0, "5 graded");
  EXPECT_FALSE(contains(row("dan"), "not looked at"));
  roster("yesterday");
  expect_says(batch("--roster roster.csv"), 2, "roster.csv: when bob handed in: \"yesterday\" is not a time");
  expect_says(batch("--roster roster.csv --submitted-column time"), 2, "no column 'time'");
}

}  // namespace
}  // namespace mergelab
