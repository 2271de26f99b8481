// Which files of a course system's collection are used, in any folder.
#include "submission/gather.hpp"

#include <gtest/gtest.h>

#include "support/temporary_folder.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

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
