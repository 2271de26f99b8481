// `mergelab doctor` on this machine, and on one with missing programs.
#include "command.hpp"
#include "sandbox/level.hpp"

namespace mergelab {
namespace {

class DoctorTest : public CommandTest {};

using DoctorTestSlow = DoctorTest;

TEST_F(DoctorTest, finds_that_grading_works_here) {
  const Ran ran = mergelab({"doctor"});
  expect_says(ran, 0, "grading works on this machine");
  expect_says(ran, 0, to_string(sandbox::isolation().level));
}

TEST_F(DoctorTestSlow, says_how_to_get_a_compiler) {
  const Ran ran = mergelab({"doctor"}, {{"PATH", "/nowhere"}});
  expect_says(ran, 3, "no C++ compiler found");
  expect_says(ran, 3, "apt-get install g++");
  expect_says(ran, 3, "grading does not work on this machine yet");
  expect_says(mergelab({"doctor"}, {{"CXX", "nonsense"}}), 3, "the compiler 'nonsense' that CXX names");
}

TEST_F(DoctorTest, says_how_to_get_bubblewrap_and_that_it_is_not_needed) {
  // A PATH with a compiler and no more.
  fs::create_directory(folder_ / "bin");
  fs::create_symlink("/usr/bin/c++", folder_ / "bin" / "c++");
  const Ran ran = mergelab({"doctor"}, {{"PATH", (folder_ / "bin").string()}});
  expect_says(ran, 0, "not installed: submissions get no separate namespaces");
  expect_says(ran, 0, "apt-get install bubblewrap");
}

TEST_F(DoctorTest, is_plain_when_asked) {
  const Ran ran = mergelab({"doctor", "--plain"});
  expect_says(ran, 0, "+ compiler");
}

TEST_F(DoctorTestSlow, says_when_the_temporary_folder_can_not_be_used) {
  const Ran ran = mergelab({"doctor"}, {{"TMPDIR", "/proc"}});
  expect_says(ran, 3, "the temporary folder /proc/");
}

}  // namespace
}  // namespace mergelab
