// The student of a folder or an archive, and the names of results.
#include "batch/entries.hpp"
#include "batch/text.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::batch {
namespace {

namespace fs = std::filesystem;

class Entries : public testing::Test {
 protected:
  /// "ada/" is a folder, all else a file.
  std::vector<Entry> with(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (name.ends_with("/"))
        fs::create_directories(folder_.path() / name);
      else
        write_text(folder_.path() / name, "x");
    }
    return list_entries(folder_.path());
  }
  TemporaryFolder folder_;
};

std::string told(const Matched& matched) {
  std::string all;
  for (const auto& [id, entries] : matched.by_student) {
    all += id + ":";
    for (const Entry& entry : entries) all += " " + entry.name;
    all += "; ";
  }
  all += "unknown:";
  for (const Entry& entry : matched.unknown) all += " " + entry.name;
  return all;
}

TEST_F(Entries, an_id_is_the_name_without_the_archives_ending) {
  const auto entries = with({"ada/", "b.o.b.tar.gz", "Cleo.ZIP", "dan.tgz", ".hidden/", ".lock"});
  EXPECT_EQ(told(match(entries, {{"ada", ""}, {"b.o.b", ""}, {"cleo", ""}, {"dan", ""}})),
            "ada: ada; b.o.b: b.o.b.tar.gz; cleo: Cleo.ZIP; dan: dan.tgz; unknown:");
}

TEST_F(Entries, a_folders_name_is_an_id_as_a_whole) {
  EXPECT_EQ(told(match(with({"ada.zip/"}), {{"ada", ""}, {"ada.zip", ""}})), "ada.zip: ada.zip; unknown:");
}

TEST_F(Entries, two_of_one_student_are_both_told) {
  EXPECT_EQ(told(match(with({"ada/", "ada.zip"}), {{"ada", ""}})), "ada: ada ada.zip; unknown:");
}

TEST_F(Entries, nobodys_are_unknown_and_so_is_what_could_be_two_peoples) {
  EXPECT_EQ(told(match(with({"zed/", "ADA/"}), {{"ada", ""}, {"Ada", ""}})), "unknown: ADA zed");
}

TEST_F(Entries, what_is_neither_folder_nor_archive_is_refused_by_its_kind) {
  fs::create_symlink("/etc", folder_.path() / "ada");
  const auto entries = with({"bob.rar"});
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].kind, EntryKind::other);
  EXPECT_EQ(entries[0].refusal, "is a symbolic link");
  EXPECT_EQ(entries[1].id, "bob");
  EXPECT_EQ(entries[1].refusal, "is not a folder, zip or tar file");
}

TEST_F(Entries, without_a_roster_an_archive_of_any_kind_is_somebodys_and_a_loose_file_nobodys) {
  const auto entries = with({"Ada/", "ada.zip", "bob.tar.zst", "carl.7z", "merge.cuh", "notes.txt"});
  const std::vector<Student> students = students_of(entries);
  std::string ids;
  for (const Student& student : students) ids += student.id + " ";
  EXPECT_EQ(ids, "Ada bob carl ");
  EXPECT_EQ(told(match(entries, students)),
            "Ada: Ada ada.zip; bob: bob.tar.zst; carl: carl.7z; unknown: merge.cuh notes.txt");
  EXPECT_EQ(foreign_archive("a.ZST"), "zst");
  EXPECT_EQ(foreign_archive("a.tar.gz"), "");
}

TEST_F(Entries, a_folder_that_is_not_there_is_an_error) {
  EXPECT_THROW(static_cast<void>(list_entries(folder_.path() / "nowhere")), Error);
}

TEST(FileName, stays_in_its_folder_and_is_nobody_elses) {
  const std::string most(400, 'x');
  std::set<std::string> names;
  const std::vector<std::string> all{"ada",      "../../x", "/etc/passwd", "..",   ".",
                                     "a/b",      "a%2Fb",   "a b",         "=1+1", "a\nb",
                                     "\xc3\xa4", most,      most + "y",    "a'b",  "a\"b"};
  for (const std::string& id : all) {
    const std::string name = file_name(id);
    EXPECT_EQ(fs::path(name).filename(), name) << id;
    EXPECT_NE(name.front(), '.') << id;
    EXPECT_LT(name.size(), 200U);
    names.insert(name);
  }
  EXPECT_EQ(names.size(), all.size());
  EXPECT_EQ(file_name("ada.l-1_2@x"), "ada.l-1_2@x");
}

TEST(Shown, is_one_line_without_control_characters) {
  EXPECT_EQ(printable_line("a\nb\x1b[31m"), "a\\x0ab\\x1b[31m");
  EXPECT_LT(printable_line(std::string(5000, 'x')).size(), 210U);
}

// Rosters of course systems and spreadsheets, and invalid ones.

std::string ids(std::string_view text, const std::string& column = "") {
  std::string all;
  for (const Student& student : parse_roster(text, {column, ""}))
    all += "[" + student.id + "|" + student.name + "]";
  return all;
}

std::string refusal(std::string_view text, const std::string& column = "") {
  return error_of<Error>([&] { return ids(text, column); });
}

TEST(Roster, takes_each_separator_end_of_line_and_a_mark_of_utf8) {
  const std::string expected = "[ada|Ada][bob|Bob]";
  for (const char* text :
       {"id,name\nada,Ada\nbob,Bob\n", "id;name\nada;Ada\nbob;Bob\n", "id\tname\nada\tAda\nbob\tBob\n",
        "id,name\r\nada,Ada\r\nbob,Bob\r\n", "id,name\rada,Ada\rbob,Bob",
        "\xef\xbb\xbfid,name\nada,Ada\nbob,Bob", "\n\nName , ID \n Ada,ada\n\nBob , bob\n\n",
        "sep=;\r\nid;name\r\nada;Ada\r\nbob;Bob\r\n",
        "Student_ID;\"Full Name\"\n\"ada\";\"Ada\"\n\"bob\" ; \"Bob\"\n"}) {
    EXPECT_EQ(ids(text), expected) << text;
  }
}

TEST(Roster, takes_quoted_cells_with_separators_quotes_and_line_breaks) {
  EXPECT_EQ(ids("id,name\nada,\"Lovelace, \"\"A\"\"\"\nbob,\"B\nob\"\n"), "[ada|Lovelace, \"A\"][bob|B\nob]");
}

TEST(Roster, joins_first_and_last_names) {
  EXPECT_EQ(ids("Surname,First name,Login\nLovelace,Ada,ada\n,Bob,bob\n"), "[ada|Ada Lovelace][bob|Bob]");
}

TEST(Roster, takes_the_column_that_is_asked_for) {
  EXPECT_EQ(ids("id,matriculation\n1,ada\n", "Matriculation"), "[ada|]");
  EXPECT_TRUE(
      contains(refusal("id,matriculation\n1,ada\n", "matrikulation"), "did you mean 'matriculation'?"));
}

TEST(Roster, names_of_any_kind_are_text) { EXPECT_EQ(ids("id,name\n../../x,=1+1\n"), "[../../x|=1+1]"); }

TEST(Roster, says_what_is_wrong_and_what_to_do) {
  const std::pair<std::string, const char*> cases[] = {
      {"", "it is empty\n  expected"},
      {"\n \n", "it is empty\n  expected"},
      {"id,name\n", "no student\n  add one"},
      {"number,name\n1,Ada\n", "no column 'id'; its columns are 'number', 'name'\n"},
      {"number,name\n1,Ada\n",
       "the first line names the columns; rename the one with the names of the submissions to 'id'"},
      {"number,name\n1,Ada\n", "--id-column NAME"},
      {"id|name\n1|Ada\n", "its columns are 'id|name'\n  separate cells by commas, semicolons or tabs"},
      {"id,name\nada,A\nbob,B\nada,C\n", "lines 2 and 4 have the same id 'ada'\n  remove one"},
      {"id,name\nada,A\nbob,B\nAda,C\n",
       "lines 2 and 4 have ids that differ only in case, 'ada' and 'Ada'\n  remove one"},
      {"id,name\nada\u00a0,A\n",
       "line 2: the id 'ada\u00a0' contains a no-break space (U+00A0)\n  remove it"},
      {"id,name\na\u200bda,A\n", "contains an invisible character (U+200B)"},
      {"id,name\nada\n", "line 2 has 1 cell, but the first line has 2\n"},
      {"id,name\nada,A,B\n", "line 2 has 3 cells"},
      {"id,name\n\n,A\n", "line 3 has no id\n"},
      {"id,name\nada,\"A\nbob,B\n", "line 2: unterminated quote\n"},
      {"id,name\n\"ada\"x,A\n", "line 2: text follows a quoted cell\n"},
      {"id,name\n\"a\nda\",A\n", "line 2: the id 'a\\x0ada' has a line break"},
      {"id,name\nad\xe9,A\n", "line 2 is not UTF-8 text\n  save the file as \"CSV UTF-8\""},
      {std::string("\xff\xfei\0d\0", 6), "this is not UTF-8 text\n  save it as"},
      {"id,name\n" + std::string(300, 'x') + ",A\n", "line 2: the id is longer than 255 bytes"},
  };
  for (const auto& [text, part] : cases) EXPECT_TRUE(contains(refusal(text), part)) << part << "\nin: ";
}

TEST(Roster, tells_the_column_that_submissions_are_called_by) {
  const std::string moodle =
      "First name,Username,Student ID,Email\nAugusta,ada,1234,ada@x\nRobert,BOB,1235,bob@x\nCai,cai,ada,\n";
  EXPECT_EQ(better_id_column(moodle, {}, {"ada", "bob", "zoe"}), "Username");
  EXPECT_EQ(better_id_column(moodle, {"username", ""}, {"ada", "bob"}), "");
  EXPECT_EQ(better_id_column(moodle, {}, {"1234", "ada", "bob@x", "x"}), "");  // none has more
  EXPECT_EQ(better_id_column(moodle, {}, {}), "");
}

TEST(Roster, an_error_names_the_file) {
  const std::string error = error_of<Error>([] { return read_roster("/nowhere/roster.csv", {}); });
  EXPECT_TRUE(error.starts_with("/nowhere/roster.csv: No such file or directory\n  ")) << error;
}

}  // namespace
}  // namespace mergelab::batch
