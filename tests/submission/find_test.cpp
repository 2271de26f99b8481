// Which files of a submission are used, from where, and why others are not.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "submission/source_file.hpp"
#include "submission/submission.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

class FindLabFile : public testing::Test {
 protected:
  FindLabFile() {
    lab_.name = "04_tiled_kernel";
    lab_.file = "merge_tiled.cuh";
  }
  [[nodiscard]] fs::path root() const { return folder_.path(); }
  [[nodiscard]] fs::path usual() const { return root() / lab_.name / lab_.file; }
  [[nodiscard]] LabFile find() const { return find_lab_file(root(), lab_); }
  void expect_refused(const std::string& reason) const {
    const LabFile file = find();
    EXPECT_EQ(file.state, FileState::refused);
    EXPECT_EQ(file.reason, reason);
  }

  TemporaryFolder folder_{"submission-", kEntered};
  Lab lab_;
};

TEST_F(FindLabFile, a_lab_builds_on_what_the_course_says_and_may_include_other_earlier_files) {
  Course course;
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
    course.labs.emplace_back();
    course.labs.back().name = name;
    course.labs.back().file = std::string(name) + ".cuh";
  }
  course.labs[4].uses = {"b"};
  const auto names = [](const std::vector<const Lab*>& labs) {
    std::string all;
    for (const Lab* lab : labs) all += lab->name;
    return all;
  };
  const Lab& lab = course.labs[4];
  const auto used = [&] { return names(used_labs(course, lab)); };
  const auto included = [&] { return names(included_labs(course, lab, root() / "e/e.cuh", root())); };
  write_text(root() / "e" / "e.cuh",
             "#pragma once\n  # include <x> \"./d.cuh\"\n// not \"c.cuh\"\n#include \"b.cuh\"\n");
  EXPECT_EQ(used(), "b");
  EXPECT_EQ(included(), "d");
  write_text(root() / "d" / "d.cuh", "#include \"a.cuh\"\n#include \"f.cuh\"\n#include \"d.cuh\"");
  EXPECT_EQ(used(), "b");
  EXPECT_EQ(included(), "ad");  // in turn, and no later one
  course.labs[3].uses = {"c"};
  EXPECT_EQ(used(), "b");
  EXPECT_EQ(included(), "ad") << "what an included lab builds on is included by its file, or not at all";
  course.labs[1].uses = {"a"};
  EXPECT_EQ(used(), "ab");
  EXPECT_EQ(included(), "d");
}

TEST_F(FindLabFile, finds_it_under_a_name_that_can_mean_nothing_else) {
  for (const char* name :
       {"merge_tiled (1).cuh", "merge_tiled.cuh.txt", "Merge_Tiled.CUH", "merge_tiled.cu",
        "merge_tiled - Copy.cuh", "Copy of merge_tiled.cuh", "merge_tiled-1.cuh", "merge_tiled(2).cuh.txt",
        "merge tiled.cuh", "merge_tiled.cuh (1).txt", "merge_tiled\u00a0(1).cuh", "merge_tiled.txt"}) {
    for (const fs::path& folder : {root() / lab_.name, root()}) {
      write_text(folder / name, "// code\n");
      EXPECT_EQ(find().state, FileState::present) << name;
      EXPECT_EQ(find().path.filename(), name);
      fs::remove(folder / name);
    }
  }
  write_text(root() / "merge_tiled (1).cuh", "// old\n");
  write_text(usual(), "// code\n");
  EXPECT_EQ(find().path, usual());
}

TEST_F(FindLabFile, names_what_may_be_it_and_what_to_call_it) {
  write_text(root() / "merge_tiled (1).cuh", "// one\n");
  write_text(root() / "merge_tiled (2).cuh", "// one\n");
  EXPECT_EQ(find().state, FileState::present);
  write_text(root() / "merge_tiled (2).cuh", "// two\n");
  expect_refused(
      "does not exist, but 'merge_tiled (1).cuh' and 'merge_tiled (2).cuh' do, and they differ: keep one, "
      "called merge_tiled.cuh");
  fs::remove(root() / "merge_tiled (1).cuh");
  fs::remove(root() / "merge_tiled (2).cuh");
  for (const char* name : {"merge_tield.cuh", "ada_123_merge_tiled.cuh", "merge_tiled"}) {
    write_text(root() / name, "// code\n");
    EXPECT_EQ(find().state, FileState::missing);
    EXPECT_EQ(find().reason, fmt::format("there is '{}': if that is it, rename it to merge_tiled.cuh", name));
    fs::remove(root() / name);
  }
  for (const char* name : {"merge_basic.cuh", "merge_tiled.cuh.bak", "notes.txt", ".merge_tiled.cuh"}) {
    write_text(root() / name, "// code\n");
    EXPECT_EQ(find().state, FileState::missing) << name;
    EXPECT_EQ(find().reason, "") << name;
  }
  fs::create_symlink("/etc/passwd", root() / "Merge_tiled.cuh");
  expect_refused("is a symbolic link");
}

TEST_F(FindLabFile, finds_it_in_the_folder_of_the_lab) {
  write_text(usual(), "// code\n");
  EXPECT_EQ(find().state, FileState::present);
  EXPECT_EQ(find().path, usual());
  EXPECT_EQ(find().reason, "");
}

TEST_F(FindLabFile, finds_it_under_labs) {
  const fs::path path = root() / "labs" / lab_.name / lab_.file;
  write_text(path, "// code\n");
  EXPECT_EQ(find().state, FileState::present);
  EXPECT_EQ(find().path, path);
}

TEST_F(FindLabFile, finds_the_lone_file) {
  write_text(root() / lab_.file, "// code\n");
  EXPECT_EQ(find().state, FileState::present);
  EXPECT_EQ(find().path, root() / lab_.file);
}

TEST_F(FindLabFile, prefers_the_folder_of_the_lab) {
  write_text(root() / lab_.file, "// lone\n");
  write_text(root() / "labs" / lab_.name / lab_.file, "// under labs\n");
  write_text(usual(), "// usual\n");
  EXPECT_EQ(find().path, usual());
  fs::remove(usual());
  EXPECT_EQ(find().path, root() / "labs" / lab_.name / lab_.file);
}

TEST_F(FindLabFile, finds_it_in_a_path_with_blanks_and_other_letters) {
  const fs::path odd = root() / "Größe – Übung 4";
  write_text(odd / lab_.name / lab_.file, "// code\n");
  EXPECT_EQ(find_lab_file(odd, lab_).state, FileState::present);
}

TEST_F(FindLabFile, misses_it) {
  EXPECT_EQ(find().state, FileState::missing);
  EXPECT_EQ(find_lab_file(root() / "nowhere", lab_).state, FileState::missing);
  write_text(root() / lab_.name, "a file in place of the folder");
  EXPECT_EQ(find().state, FileState::missing);
}

TEST_F(FindLabFile, tells_a_file_that_this_user_may_not_read_from_a_bad_one) {
  Course course;
  course.labs.push_back(lab_);
  fs::create_directories(usual().parent_path());
  write_text(usual(), "// code\n");
  EXPECT_EQ(unreadable_lab_file(course, root()), "");
  fs::permissions(root(), fs::perms::group_exec, fs::perm_options::add);
  fs::permissions(usual(), fs::perms::none);
  const bool is_root = ::geteuid() == 0;  // which may read anything
  constexpr uid_t kNobody = 65534;
  ASSERT_EQ(::seteuid(is_root ? kNobody : ::geteuid()), 0);
  const LabFile file = find();
  const std::string unreadable = unreadable_lab_file(course, root());
  ASSERT_EQ(::seteuid(is_root ? 0 : ::geteuid()), 0);
  EXPECT_EQ(file.state, FileState::refused);
  EXPECT_TRUE(file.unreadable) << file.reason;
  EXPECT_EQ(unreadable, "merge_tiled.cuh can't be read (Permission denied)");
  fs::permissions(usual(), fs::perms::owner_all);
  write_text(usual(), std::string("a\0b", 3));
  EXPECT_FALSE(find().unreadable);
  EXPECT_EQ(unreadable_lab_file(course, root()), "");
}

TEST_F(FindLabFile, refuses_a_symbolic_link) {
  write_text(root() / "elsewhere.cuh", "// code\n");
  fs::create_directories(usual().parent_path());
  fs::create_symlink(root() / "elsewhere.cuh", usual());
  expect_refused("is a symbolic link");
}

TEST_F(FindLabFile, refuses_a_link_that_leads_nowhere) {
  fs::create_directories(usual().parent_path());
  fs::create_symlink("/no/such/file", usual());
  expect_refused("is a symbolic link");
}

TEST_F(FindLabFile, refuses_a_linked_folder) {
  write_text(root() / "solution" / lab_.file, "// code\n");
  fs::create_directory_symlink(root() / "solution", root() / lab_.name);
  expect_refused("lies in '04_tiled_kernel', which is a symbolic link");
}

TEST_F(FindLabFile, refuses_a_named_pipe_at_once) {
  fs::create_directories(usual().parent_path());
  ASSERT_EQ(::mkfifo(usual().c_str(), 0600), 0);
  expect_refused("is a named pipe");
}

TEST_F(FindLabFile, refuses_a_folder) {
  fs::create_directories(usual());
  expect_refused("is a folder");
}

TEST_F(FindLabFile, refuses_an_empty_file) {
  write_text(usual(), "");
  expect_refused("is empty");
}

TEST_F(FindLabFile, refuses_a_huge_file) {
  write_text(usual(), std::string((1 << 20) + 1, '/'));
  expect_refused("is larger than 1 MiB");
  write_text(usual(), std::string(1 << 20, '/'));
  EXPECT_EQ(find().state, FileState::present);
}

TEST_F(FindLabFile, refuses_a_file_with_nul_bytes) {
  write_text(usual(), std::string("// a\0b\n", 7));
  expect_refused("contains NUL bytes");
}

TEST_F(FindLabFile, refuses_a_binary_file) {
  write_text(usual(),
             "\x7f"
             "ELF\x02\x01\x01");
  expect_refused("contains control characters");
}

TEST_F(FindLabFile, takes_tabs_line_ends_and_letters_of_any_encoding) {
  write_text(usual(),
             "\xef\xbb\xbf// Gr\xf6\xdf"
             "e\r\n\tint i;\f\n");
  EXPECT_EQ(find().state, FileState::present);
}

TEST_F(FindLabFile, refuses_a_file_that_can_not_be_read) {
  if (::geteuid() == 0) GTEST_SKIP() << "root reads everything";
  write_text(usual(), "// code\n");
  fs::permissions(usual(), fs::perms::none);
  expect_refused("can't be read (Permission denied)");
}

TEST(ReadSource, refuses_a_device) { EXPECT_EQ(read_source("/dev/zero").refusal, "is a device"); }

TEST(ReadSource, returns_the_bytes) {
  const TemporaryFolder folder;
  write_text(folder.path() / "a.cuh", "// a\n");
  const SourceFile file = read_source(folder.path() / "a.cuh");
  EXPECT_TRUE(file.good());
  EXPECT_EQ(file.bytes, "// a\n");
}

}  // namespace
}  // namespace mergelab::submission
