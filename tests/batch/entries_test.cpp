// The student of a folder or an archive, and the names of results.
#include "batch/entries.hpp"

#include <gtest/gtest.h>

#include <set>

#include "batch/text.hpp"
#include "support/temporary_folder.hpp"

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

}  // namespace
}  // namespace mergelab::batch
