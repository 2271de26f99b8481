// `similar` as an instructor uses it, on the tiny course.
#include "app/command.hpp"
#include "batch/archives.hpp"

namespace mergelab {
namespace {

constexpr const char* kOwn = R"(#pragma once
#include <mergelab/lab.cuh>
inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  const value_t* last = A + m;
  for (int left = m + n; left-- > 0;) {
    if (A != last && (n == 0 || !(*B < *A))) { *C++ = *A++; continue; }
    *C++ = *B++;
    n -= 1;
  }
}
)";

class SimilarTest : public CommandTest {
 protected:
  void hand_in(const std::string& id, const std::string& text) const {
    write(folder_ / "subs" / id / "01_merge" / "merge.cuh", text);
  }
  [[nodiscard]] Ran similar(const Words& more = {}) const { return tiny(Words("similar subs") + more); }
};
using SimilarTestSlow = SimilarTest;

TEST_F(SimilarTest, lists_pairs_of_folders_and_archives) {
  hand_in("ada", kOwn);
  pack(folder_ / "subs/bob.zip", {{"x/labs/01_merge/merge.cuh", std::string("// mine\n") + kOwn}});
  hand_in("cleo", read(course_ / "solutions/01_merge/merge.cuh"));
  hand_in("dan", read(course_ / "labs/01_merge/merge.cuh"));
  write(folder_ / "subs/eve.zip", "no archive");
  fs::create_directories(folder_ / "subs/finn");
  hand_in("gina", std::string("int x;\0", 7));
  hand_in("hugo", "");
  const Ran ran = similar("--html pairs.html --csv pairs.csv");
  expect_says(ran, 0, "01_merge: ada and bob.zip: ", "100 % of bob.zip's; the same but for",
              "2 files have too little code of their own",
              "eve.zip: ", "finn: contains none of the labs' files", "gina: merge.cuh contains NUL bytes",
              "hugo: merge.cuh is empty");
  EXPECT_TRUE(contains(read(folder_ / "pairs.html"), "<li>hugo: merge.cuh is empty</li>"));
  EXPECT_FALSE(contains(ran.text, "cleo and")) << "the reference is base code";
  EXPECT_TRUE(contains(read(folder_ / "pairs.html"), "<h2>1. "));
  EXPECT_TRUE(contains(read(folder_ / "pairs.csv"), ",ada,bob.zip,"));
  EXPECT_EQ(similar("--html pairs.html").code, 0) << "its own page may be replaced";
}
TEST_F(SimilarTest, says_that_files_are_the_same) {
  hand_in("ada", kOwn);
  hand_in("bob", kOwn);
  expect_says(similar(), 0, "The same file, byte for byte: ada, bob.");
}
TEST_F(SimilarTestSlow, reads_the_results_of_a_batch) {
  hand_in("ada", kOwn);
  hand_in("bob", std::string(kOwn) + "// bob\n");
  hand_in("hugo", "");
  ASSERT_EQ(tiny("batch subs --lab 1 --backend cpu --quiet").code, 0);
  expect_says(tiny("similar results"), 0, "01_merge: ada and bob: ");
  expect_says(tiny("similar results"), 0, "hugo: merge.cuh is empty");
  expect_says(tiny("similar results --html results/pairs.html"), 0, "side by side");
}
TEST_F(SimilarTest, takes_more_base_code) {
  hand_in("ada", kOwn);
  hand_in("bob", std::string(kOwn) + "// bob\n");
  write(folder_ / "lecture.cuh", kOwn);
  expect_says(similar("--base lecture.cuh"), 0, "No two different files");
  expect_says(similar("--base nowhere.cuh"), 2, "nowhere.cuh is missing");
}
TEST_F(SimilarTest, refuses_what_it_cannot_use_and_loses_nothing) {
  hand_in("ada", kOwn);
  write(folder_ / "mine.html", "<p>mine</p>");
  write(folder_ / "mine.csv", "id,name");
  expect_says(similar("--html mine.html"), 2, "mine.html exists and was not written by `similar`");
  expect_says(similar("--csv mine.csv"), 2, "mine.csv exists");
  EXPECT_EQ(read(folder_ / "mine.html"), "<p>mine</p>");
  expect_says(similar("--html subs/ada/01_merge/merge.cuh"), 2, "is inside the submissions");
  EXPECT_EQ(read(folder_ / "subs/ada/01_merge/merge.cuh"), kOwn);
  expect_says(similar("--html nowhere/x.html"), 2, "nowhere");
  expect_says(similar("--html - --csv -"), 2, "give one of them a file");
  expect_says(similar("--lab 7"), 2, "./lab list");
  expect_says(tiny("similar nowhere"), 2, "nowhere");
  fs::create_directories(folder_ / "none");
  expect_says(tiny("similar none"), 2, "none contains no submission");
  write(folder_ / "bad/gradebook.sqlite", "no database");
  expect_says(tiny("similar bad"), 3, "it is damaged or not a gradebook");
}
TEST_F(SimilarTest, says_in_a_hand_out_what_it_lacks) {
  hand_in("ada", kOwn);
  fs::remove_all(course_ / "solutions");
  expect_says(similar(), 2, "this is a hand-out: it does not contain the course's solutions");
}
TEST_F(SimilarTest, shows_names_as_text) {
  hand_in("a\x1b[31m\nb", kOwn);
  hand_in("=1+1<b>", std::string(kOwn) + "// x\n");
  const Ran ran = similar("--html pairs.html --csv pairs.csv");
  expect_says(ran, 0, "a\\x1b[31m\\x0ab");
  EXPECT_FALSE(contains(ran.text, '\x1b'));
  EXPECT_FALSE(contains(read(folder_ / "pairs.html"), "1<b>"));
  EXPECT_TRUE(contains(read(folder_ / "pairs.csv"), "'=1+1<b>"));
}

}  // namespace
}  // namespace mergelab
