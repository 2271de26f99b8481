// Which files of a submission are used, from where, and why others are not.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>

#include "submission/source_file.hpp"
#include "submission/submission.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

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

TEST(MayInclude, looks_behind_comments_and_takes_no_longer_for_a_long_line) {
  EXPECT_TRUE(may_include("/* a.cuh\" */ #include \"a.cuh\"\n", "a.cuh"));
  EXPECT_FALSE(may_include("x /* a.cuh\" */ // \"a.cuh\"\n/* \"a.cuh\"\n", "a.cuh"));
  for (const std::string part : {"\"a.cuh\" ", "/*\"a.cuh\"*/"}) {
    std::string line = part.front() == '"' ? "// " : "";
    while (line.size() < 1 << 20) line += part;
    const std::clock_t begin = std::clock();
    EXPECT_FALSE(may_include(line, "a.cuh"));
    EXPECT_LT(std::clock() - begin, 2 * CLOCKS_PER_SEC);
  }
}

TEST_F(FindLabFile, finds_it_under_a_name_that_can_mean_nothing_else) {
  for (const char* name :
       {"merge_tiled (1).cuh", "merge_tiled.cuh.txt", "Merge_Tiled.CUH", "merge_tiled.cu",
        "merge_tiled - Copy.cuh", "Copy of merge_tiled.cuh", "merge_tiled-1.cuh", "merge_tiled(2).cuh.txt",
        "merge tiled.cuh", "merge_tiled.cuh (1).txt", "merge_tiled\u00a0(1).cuh", "merge_tiled.txt",
        "merge_tiled \u2013 Kopie.cuh", "merge_tiled.cuh (1)"}) {
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
  for (const char* name :
       {"merge_tield.cuh", "ada_123_merge_tiled.cuh", "merge_tiled", "merge_tiled_final.cuh",
        "merge_tiled_ada.cuh", "merge_tiled.cuh.1", "merge_tiled.cuh.download", "merge_tiled.cuh~",
        "merge_tiled.cuh.bak", "lab4.cuh", "Lab 04.cu", "tiled.cuh"}) {
    write_text(root() / name, "// code\n");
    EXPECT_EQ(find().state, FileState::missing);
    EXPECT_EQ(find().reason, fmt::format("there is '{}': if that is it, rename it to merge_tiled.cuh", name));
    fs::remove(root() / name);
  }
  for (const char* name : {"merge_basic.cuh", "lab3.cuh", "lab14.cuh", "notes.txt", ".merge_tiled.cuh"}) {
    write_text(root() / name, "// code\n");
    EXPECT_EQ(find().state, FileState::missing) << name;
    EXPECT_EQ(find().reason, "") << name;
  }
  fs::create_symlink("/etc/passwd", root() / "Merge_tiled.cuh");
  expect_refused("is a symbolic link");
}

TEST_F(FindLabFile, finds_it_in_each_place_and_prefers_the_folder_of_the_lab) {
  for (const fs::path& path : {root() / lab_.file, root() / "labs" / lab_.name / lab_.file, usual()}) {
    write_text(path, "// code\n");  // the others are there still
    EXPECT_EQ(find().state, FileState::present);
    EXPECT_EQ(find().path, path);
    EXPECT_EQ(find().reason, "");
  }
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

TEST_F(FindLabFile, refuses_what_is_no_text_file) {
  const fs::path elsewhere = root() / "elsewhere.cuh";
  write_text(elsewhere, "// code\n");
  const auto with = [&](const std::string& text) { return [&, text] { write_text(usual(), text); }; };
  const std::pair<const char*, std::function<void()>> refused[] = {
      {"is a symbolic link", [&] { fs::create_symlink(elsewhere, usual()); }},
      {"is a symbolic link", [&] { fs::create_symlink("/no/such/file", usual()); }},
      {"is a named pipe", [&] { ASSERT_EQ(::mkfifo(usual().c_str(), 0600), 0); }},
      {"is a folder", [&] { fs::create_directory(usual()); }},
      {"is empty", with("")},
      {"is larger than 1 MiB", with(std::string((1 << 20) + 1, '/'))},
      {"contains NUL bytes", with(std::string("// a\0b\n", 7))},
      {"contains control characters", with("\x7f\x45LF\x02\x01\x01")},
  };
  for (const auto& [reason, make] : refused) {
    fs::create_directories(usual().parent_path());
    make();
    expect_refused(reason);
    fs::remove_all(usual());
  }
  with(std::string(1 << 20, '/'))();
  EXPECT_EQ(find().state, FileState::present);
}

TEST_F(FindLabFile, refuses_a_linked_folder) {
  write_text(root() / "solution" / lab_.file, "// code\n");
  fs::create_directory_symlink(root() / "solution", root() / lab_.name);
  expect_refused("lies in '04_tiled_kernel', which is a symbolic link");
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

// Which files of a course system's collection are used, in any folder.

class Gather : public testing::Test {
 protected:
  Gather() {
    for (const auto& [name, file] : {std::pair("01_merge", "merge.cuh"), {"02_co_rank", "co_rank.cuh"}}) {
      course_.labs.emplace_back();
      course_.labs.back().name = name;
      course_.labs.back().file = file;
    }
  }
  void put(const fs::path& file, const std::string& text = "a\n") const {
    fs::create_directories((root() / file).parent_path());
    write_text(root() / file, text);
  }
  [[nodiscard]] fs::path root() const { return folder_.path(); }
  /// The first lab's files, relative to the folder.
  [[nodiscard]] std::vector<std::string> found() const {
    std::vector<std::string> names;
    const std::vector<Gathered> all = gather({root()}, course_);
    for (const fs::path& file : all.front().found) names.push_back(file.lexically_relative(root()).string());
    return names;
  }
  using Names = std::vector<std::string>;

  TemporaryFolder folder_{"gather-"};
  Course course_;
};

TEST_F(Gather, takes_a_file_by_its_name_from_any_folder) {
  EXPECT_EQ(found(), Names{});
  put("mine/deep/merge.cuh");
  put("mine/merge.cuh.bak");
  put("mine/Merge.cuh");
  EXPECT_EQ(found(), Names{"mine/deep/merge.cuh"});
  EXPECT_TRUE(gather({root()}, course_).back().found.empty());
}

TEST_F(Gather, takes_a_near_name_where_there_is_no_other) {
  put("mine/merge (1).cuh");
  put("mine/co_rank.cuh.txt");
  EXPECT_EQ(found(), Names{"mine/merge (1).cuh"});
  EXPECT_EQ(gather({root()}, course_).back().found.size(), 1U);
  put("mine/merge (2).cuh", "another");
  EXPECT_EQ(found().size(), 2U);
  put("other/merge.cuh");
  EXPECT_EQ(found(), Names{"other/merge.cuh"});
  fs::rename(root() / "mine/co_rank.cuh.txt", root() / "mine/corank.cuh");
  EXPECT_TRUE(gather({root()}, course_).back().found.empty());
  EXPECT_EQ(gather({root()}, course_).back().similar, "corank.cuh");
}

TEST_F(Gather, prefers_the_folder_of_the_lab_and_then_fewer_folders) {
  put("a/b/c/merge.cuh", "1");
  put("a/b/merge.cuh", "2");
  EXPECT_EQ(found(), Names{"a/b/merge.cuh"});
  put("a/labs/very/deep/01_merge/merge.cuh", "3");
  EXPECT_EQ(found(), Names{"a/labs/very/deep/01_merge/merge.cuh"});
}

TEST_F(Gather, several_that_differ_are_told_and_copies_are_one) {
  put("a/merge.cuh");
  put("b/merge.cuh");
  EXPECT_EQ(found(), Names{"a/merge.cuh"});
  put("b/merge.cuh", "another");
  EXPECT_EQ(found(), (Names{"a/merge.cuh", "b/merge.cuh"}));
}

TEST_F(Gather, passes_over_what_a_hand_out_brings_along) {
  for (const char* folder : {"skeletons", "solutions", "build", ".git", "__MACOSX", "x/.hidden"})
    put(fs::path(folder) / "01_merge" / "merge.cuh");
  EXPECT_EQ(found(), Names{});
}

TEST_F(Gather, follows_no_link_to_a_folder_and_gives_links_to_files_as_they_are) {
  put("elsewhere/solutions/merge.cuh");
  fs::create_directory(root() / "hand in");
  fs::create_symlink(root() / "elsewhere/solutions", root() / "hand in/01_merge");
  fs::create_symlink(root() / "hand in", root() / "hand in/loop");
  EXPECT_EQ(found(), Names{});
  fs::create_symlink("/etc/passwd", root() / "hand in/merge.cuh");
  EXPECT_EQ(found(), Names{"hand in/merge.cuh"});
}

TEST_F(Gather, a_stand_in_is_one_line_of_plain_characters) {
  EXPECT_EQ(stand_in("a \"b\"\n\\ \x1b[31m \xff c"), "#error \"a ?b??? ?[31m ? c\"\n");
}

}  // namespace
}  // namespace mergelab::submission
